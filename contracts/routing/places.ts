import type { Contract, Route } from "../model/contract.ts";

/** A path that leads to an operation. */
export interface RoutedPlace extends Pick<Route, "method" | "path"> {
  /** What of that path is a server's. */
  readonly base: string;
  readonly route: Route;
}

/** The paths of an operation: those that its document gives it, and where these begin with a server's, the bare one. */
export interface RoutedPlaces {
  readonly route: Route;
  readonly full: readonly RoutedPlace[];
  readonly bare: readonly RoutedPlace[];
}

/** Every path that leads to an operation of some contracts. */
export function routedPlaces(contracts: readonly Pick<Contract, "basePaths" | "routes">[]): RoutedPlaces[] {
  return contracts.flatMap(({ basePaths, routes }) =>
    routes.map((route) => {
      const bare = placeOf(route, "");
      return basePaths.length > 0
        ? { route, full: basePaths.map((base) => placeOf(route, base)), bare: [bare] }
        : { route, full: [bare], bare: [] };
    }),
  );
}

/** For a router: where a document names the paths of its servers, those without are a convenience, and come last. */
export function inOrder(places: readonly RoutedPlaces[]): RoutedPlace[] {
  return [...places.flatMap(({ full }) => full), ...places.flatMap(({ bare }) => bare)];
}

function placeOf(route: Route, base: string): RoutedPlace {
  return { method: route.method, path: base + route.path, base, route };
}
