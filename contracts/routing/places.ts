import type { Contract, Route } from "../model/contract.ts";

/** Path that leads to an operation. */
export interface RoutedPlace extends Pick<Route, "method" | "path"> {
  /** Part of the path that comes from the URL of a server. */
  readonly base: string;
  readonly route: Route;
}

/**
 * Paths of an operation: `full` begins with the path of a server, `bare` does not. Without servers that have a path,
 * `full` is the bare path.
 */
export interface RoutedPlaces {
  readonly route: Route;
  readonly full: readonly RoutedPlace[];
  readonly bare: readonly RoutedPlace[];
}

/** All paths that lead to the operations of some contracts. */
export function routedPlaces(contracts: readonly Pick<Contract, "basePaths" | "routes">[]): RoutedPlaces[] {
  return contracts.flatMap(({ basePaths, routes }) =>
    routes.map((route) => {
      const bare = routedPlace(route, "");
      if (basePaths.length > 0) return { route, full: basePaths.map((base) => routedPlace(route, base)), bare: [bare] };
      return { route, full: [bare], bare: [] };
    }),
  );
}

/**
 * Paths in the order of their priority for a router. Bare paths come last, because a document with servers defines only
 * the full ones.
 */
export function byRouterPriority(places: readonly RoutedPlaces[]): RoutedPlace[] {
  return [...places.flatMap(({ full }) => full), ...places.flatMap(({ bare }) => bare)];
}

function routedPlace(route: Route, base: string): RoutedPlace {
  return { method: route.method, path: base + route.path, base, route };
}
