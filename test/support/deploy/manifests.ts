import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { parse, parseAllDocuments } from "yaml";
import { root } from "../imports.ts";

interface EnvironmentVariable {
  readonly name: string;
  readonly value?: string;
  readonly valueFrom?: { readonly secretKeyRef: { readonly name: string; readonly key: string } };
}

interface Probe {
  readonly httpGet?: { readonly path: string; readonly port: string | number };
  readonly timeoutSeconds?: number;
}

interface Container {
  readonly name: string;
  readonly image: string;
  readonly args?: readonly string[];
  readonly env?: readonly EnvironmentVariable[];
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
  readonly startupProbe?: Probe;
  readonly readinessProbe?: Probe;
  readonly livenessProbe?: Probe;
  readonly resources?: { readonly requests?: object; readonly limits?: object };
  readonly securityContext?: Readonly<Record<string, unknown>>;
  readonly volumeMounts?: readonly { readonly name: string; readonly mountPath: string }[];
}

interface PodSpec {
  readonly containers: readonly Container[];
  readonly securityContext?: Readonly<Record<string, unknown>>;
  readonly terminationGracePeriodSeconds?: number;
  readonly volumes?: readonly { readonly name: string }[];
}

type Labels = Readonly<Record<string, string>>;

export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly labels?: Labels };
  readonly stringData?: Labels;
  readonly spec: {
    readonly replicas?: number;
    readonly serviceName?: string;
    readonly minAvailable?: number;
    readonly selector?: Labels & { readonly matchLabels?: Labels };
    readonly podSelector?: { readonly matchLabels?: Labels };
    readonly ports?: readonly { readonly port: number; readonly targetPort: string | number }[];
    readonly template?: { readonly metadata: { readonly labels: Labels }; readonly spec: PodSpec };
    readonly volumeClaimTemplates?: readonly { readonly metadata: { readonly name: string } }[];
  };
}

/** Service of a compose file. */
interface ComposeService {
  readonly image?: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly depends_on?: readonly string[] | Readonly<Record<string, unknown>>;
  readonly volumes?: readonly string[];
}

/** All manifests for Kubernetes in deploy/. `edit` changes the text of each file. */
export function readManifests(edit: (text: string) => string = (text) => text): readonly Manifest[] {
  const folder = join(root, "deploy/kubernetes");
  return readdirSync(folder).flatMap((file) =>
    parseAllDocuments(edit(readFileSync(join(folder, file), "utf8"))).map((document) => {
      if (document.errors.length > 0) throw new Error(`Cannot read ${file}: ${document.errors[0]?.message}`);
      return document.toJS() as Manifest;
    }),
  );
}

/** Services of deploy/compose.yaml. */
export function readCompose(): Readonly<Record<string, ComposeService>> {
  const text = readFileSync(join(root, "deploy/compose.yaml"), "utf8");
  return (parse(text, { merge: true }) as { readonly services: Record<string, ComposeService> }).services;
}

const apiVersions: Labels = {
  Deployment: "apps/v1",
  StatefulSet: "apps/v1",
  Service: "v1",
  Secret: "v1",
  PodDisruptionBudget: "policy/v1",
  NetworkPolicy: "networking.k8s.io/v1",
};

/** Mistakes of manifests that a cluster accepts, or reports only when it runs them. */
export function mistakesIn(manifests: readonly Manifest[]): string[] {
  const templates = manifests.flatMap(({ spec }) => spec?.template ?? []);
  const secrets = manifests.filter(({ kind }) => kind === "Secret");
  return manifests.flatMap((manifest) => {
    const { kind, apiVersion, metadata, spec } = manifest;
    const at = `${kind} ${metadata.name}`;
    const template = spec?.template;
    const selector = spec?.selector?.matchLabels ?? spec?.podSelector?.matchLabels ?? (spec?.selector as Labels);
    const selected = templates.filter(({ metadata: { labels } }) => matches(labels, selector ?? {}));
    return [
      ...(apiVersions[kind] === apiVersion ? [] : [`${at}: apiVersion "${apiVersion}"`]),
      ...(kind === "Secret" || selected.length === 1
        ? []
        : [`${at}: its selector matches ${selected.length} templates`]),
      ...(template && !matches(template.metadata.labels, selector ?? {}) ? [`${at}: not its own pods`] : []),
      ...(spec?.ports ?? []).flatMap(({ targetPort }) =>
        selected.some((each) => each.spec.containers.some((container) => hasPort(container, targetPort)))
          ? []
          : [`${at}: no container has the port "${targetPort}"`],
      ),
      ...(template?.spec.containers ?? []).flatMap((container) =>
        mistakesOf(container, { secrets, pod: template?.spec as PodSpec, claims: spec.volumeClaimTemplates ?? [] }).map(
          (mistake) => `${at}: ${mistake}`,
        ),
      ),
    ];
  });
}

interface Surroundings {
  readonly secrets: readonly Manifest[];
  readonly pod: PodSpec;
  readonly claims: readonly { readonly metadata: { readonly name: string } }[];
}

function mistakesOf(container: Container, { secrets, pod, claims }: Surroundings): string[] {
  const { env = [], resources, securityContext, volumeMounts = [] } = container;
  const probes = [container.startupProbe, container.readinessProbe, container.livenessProbe].filter((probe) => probe);
  const volumes = [...(pod.volumes ?? []), ...claims.map(({ metadata }) => metadata)].map(({ name }) => name);
  return [
    ...env.flatMap(({ name, value, valueFrom }) => {
      const { secretKeyRef } = valueFrom ?? {};
      const secret = secrets.find(({ metadata }) => metadata.name === secretKeyRef?.name);
      return value !== undefined || secret?.stringData?.[secretKeyRef?.key ?? ""] !== undefined
        ? []
        : [`the value of ${name} is nowhere`];
    }),
    ...env.flatMap(({ name, value }) => (/:\/\/[^/]*:[^/]*@/.test(value ?? "") ? [`${name} shows a password`] : [])),
    ...probes.flatMap((probe) =>
      probe?.httpGet && !hasPort(container, probe.httpGet.port) ? [`a probe of the port ${probe.httpGet.port}`] : [],
    ),
    ...(container.readinessProbe ? [] : ["no readiness probe"]),
    ...(resources?.requests && resources.limits ? [] : ["no resources"]),
    ...(pod.securityContext?.["runAsNonRoot"] === true ? [] : ["may run as root"]),
    ...(securityContext?.["allowPrivilegeEscalation"] === false ? [] : ["may gain privileges"]),
    ...volumeMounts.flatMap(({ name }) => (volumes.includes(name) ? [] : [`no volume "${name}"`])),
  ];
}

function matches(labels: Labels, selector: Labels): boolean {
  return Object.entries(selector).every(([name, value]) => labels[name] === value);
}

function hasPort({ ports = [] }: Container, port: string | number): boolean {
  return ports.some(({ name, containerPort }) => port === name || port === containerPort);
}
