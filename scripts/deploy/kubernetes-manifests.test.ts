// Tests deploy/kubernetes against the published OpenAPI schemas (npm package kubernetes-models
// 5.1.0, which includes fields up to Kubernetes 1.34). The schemas allow unknown keys, so each key
// is also looked up in them.
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { Deployment } from 'kubernetes-models/apps/v1'
import { Ingress, NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1'
import { Namespace, Service } from 'kubernetes-models/v1'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { registerHealthProbes } from '../../server/src/platform/health-probes.ts'
import {
  containerImageConfig,
  containerImageName,
  containerImageUserId,
  readFileInDeployFolder,
  readContainerServerSettings,
} from './container-image-config-fixtures.ts'

const models = { Deployment, Ingress, NetworkPolicy, PodDisruptionBudget, Namespace, Service }
const folder = join(import.meta.dirname, '../../deploy/kubernetes')
const manifests = readdirSync(folder).sort()

/** Kubernetes reads YAML 1.1, in which 0440 is octal. */
const read = <Shape>(file: string): Shape =>
  parse(readFileInDeployFolder(`kubernetes/${file}`), { version: '1.1' }) as Shape

test.each(manifests)('%s matches the Kubernetes schema of its kind', (file) => {
  const manifest = read<{ kind: keyof typeof models; apiVersion: string }>(file)
  const Model = models[manifest.kind] as unknown as { apiVersion: string; new (data: object): { validate: () => void } }
  expect(manifest.apiVersion).toBe(Model.apiVersion)
  expect(() => new Model(manifest).validate()).not.toThrow()
})

test('the Kubernetes schemas refuse an invalid manifest', () => {
  const wrong = read<{ spec: { replicas: unknown } }>('deployment.yaml')
  wrong.spec.replicas = 'two'
  expect(() => new Deployment(wrong as never).validate()).toThrow('/spec/replicas')
})

const freeMaps = ['labels', 'matchLabels', 'annotations', 'selector', 'requests', 'limits']

const ofAnyObject = ['apiVersion', 'kind', 'metadata', 'labels', 'annotations', 'matchLabels']

const wordsOf = (value: unknown, name = ''): string[] => {
  if (Array.isArray(value)) return value.flatMap((item) => wordsOf(item))
  if (typeof value !== 'object' || value === null) return []
  const isFree = freeMaps.includes(name) && Object.values(value).every((item) => typeof item !== 'object')
  return Object.entries(value).flatMap(([word, item]) => [...(isFree ? [] : [word]), ...wordsOf(item, word)])
}

test('every key in the manifests exists in a Kubernetes schema', () => {
  const home = dirname(createRequire(import.meta.url).resolve('kubernetes-models/package.json'))
  const schemas = globSync('_schemas/IoK8s*.js', { cwd: home }).map((path) => readFileSync(join(home, path), 'utf8'))
  const known = new Set([...schemas.join('\n').matchAll(/data\d*\.(\w+)/g)].map(([, word]) => word))
  expect(known.size).toBeGreaterThan(500)
  expect(known.has('readOnlyRootFileSystem')).toBe(false)
  const used = new Set(manifests.flatMap((file) => wordsOf(read(file))))
  expect([...used].filter((word) => !known.has(word) && !ofAnyObject.includes(word))).toEqual([])
})

interface Probe {
  httpGet: { path: string; port: string }
  timeoutSeconds?: number
}

interface Container {
  image: string
  env: { name: string; value: string }[]
  ports: { name: string; containerPort: number }[]
  startupProbe: Probe
  livenessProbe: Probe
  readinessProbe: Probe
  lifecycle: { preStop: { sleep: { seconds: number } } }
  securityContext: object
  volumeMounts: { name: string; mountPath: string; readOnly?: boolean }[]
}

interface Manifest {
  metadata: { name: string; namespace: string; labels: Record<string, string> }
  spec: {
    replicas: number
    selector: { matchLabels: Record<string, string> }
    template: {
      metadata: { labels: Record<string, string> }
      spec: {
        enableServiceLinks: boolean
        automountServiceAccountToken: boolean
        terminationGracePeriodSeconds: number
        securityContext: object
        containers: [Container]
        volumes: { name: string; emptyDir?: object; secret?: { secretName: string; defaultMode: number } }[]
      }
    }
  }
}

const deployment = read<Manifest>('deployment.yaml')
const { template, replicas } = deployment.spec
const [container] = template.spec.containers
const environment = Object.fromEntries(container.env.map(({ name, value }) => [name, value]))
const secretFile = { database: 'postgres://countersign:a-password@postgres:5432/countersign' }

test('the server accepts the deployment settings, and Services inject no variables', () => {
  const settings = readContainerServerSettings(environment, secretFile)
  expect(settings).toMatchObject({ origin: 'https://sign-in.example', database: secretFile.database, host: '0.0.0.0' })
  expect(settings.trustedProxies).not.toEqual([])
  // Without `enableServiceLinks: false`, Kubernetes would set this variable for the Service.
  expect(() =>
    readContainerServerSettings({ ...environment, COUNTERSIGN_PORT: 'tcp://10.0.0.7:80' }, secretFile),
  ).toThrow('COUNTERSIGN_PORT is "tcp:')
  expect(template.spec.enableServiceLinks).toBe(false)
})

test('N22: the pod runs under the restricted profile and can write only to its data folder', () => {
  expect(template.spec.securityContext).toEqual({
    runAsNonRoot: true,
    runAsUser: containerImageUserId,
    runAsGroup: containerImageUserId,
    fsGroup: containerImageUserId,
    seccompProfile: { type: 'RuntimeDefault' },
  })
  expect(container.securityContext).toEqual({
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ['ALL'] },
  })
  expect(template.spec.automountServiceAccountToken).toBe(false)
  expect(container.image).toBe(containerImageName)
  const writable = container.volumeMounts.filter(({ readOnly }) => readOnly !== true)
  expect(writable.map(({ mountPath }) => mountPath)).toEqual(Object.keys(containerImageConfig.Volumes))
  expect(environment['COUNTERSIGN_SPENT_CHALLENGES_FILE']?.startsWith(`${writable[0]?.mountPath}/`)).toBe(true)
})

test('N22: pod secrets are files that only the owner and group can read', () => {
  const secrets = template.spec.volumes.find(({ secret }) => secret !== undefined)
  const mount = container.volumeMounts.find(({ name }) => name === secrets?.name)
  for (const name of ['COUNTERSIGN_KEY_FILE', 'COUNTERSIGN_SETTINGS_FILE'])
    expect(dirname(environment[name] ?? '')).toBe(mount?.mountPath)
  // The server refuses a key file that anyone but its owner and group can read.
  expect(secrets?.secret?.defaultMode).toBe(0o440)
  expect(container.env.filter(({ value }) => /:\/\/[^/]*@/.test(value))).toEqual([])
  const guide = readFileSync(join(import.meta.dirname, '../../docs/guides/containers.md'), 'utf8')
  const made = /kubectl --namespace (\S+) create secret generic (\S+) ([^\n]+)/.exec(guide)
  expect(made?.slice(1, 3)).toEqual([deployment.metadata.namespace, secrets?.secret?.secretName])
  const files = [...(made?.[3] ?? '').matchAll(/--from-file=(\S+)/g)].map(([, file = '']) => basename(file))
  expect(files.sort()).toEqual(['countersign.key', 'settings.json'])
})

test('probes use existing endpoints, and the grace period covers the shutdown timeout', () => {
  const routes: string[] = []
  registerHealthProbes({ get: (path: string) => routes.push(path) } as never, {} as never)
  const { startupProbe, livenessProbe, readinessProbe, ports, lifecycle } = container
  for (const { httpGet } of [startupProbe, livenessProbe, readinessProbe]) {
    expect(routes).toContain(httpGet.path)
    expect(ports.map(({ name }) => name)).toContain(httpGet.port)
  }
  expect([livenessProbe, readinessProbe].map(({ httpGet }) => httpGet.path)).toEqual(['/health/live', '/health/ready'])
  expect(ports.map(({ containerPort }) => `${containerPort}/tcp`)).toEqual(
    Object.keys(containerImageConfig.ExposedPorts),
  )
  const { limits } = readContainerServerSettings(environment, secretFile)
  const seconds = lifecycle.preStop.sleep.seconds + limits.shutdownTimeoutSeconds
  expect(template.spec.terminationGracePeriodSeconds).toBeGreaterThan(seconds)
})

test('all manifests select the same pods in one namespace', () => {
  const labels = template.metadata.labels
  const { name, labels: of } = read<Manifest>('namespace.yaml').metadata
  expect(of).toEqual({ 'pod-security.kubernetes.io/enforce': 'restricted' })
  const others = manifests.filter((file) => file !== 'namespace.yaml')
  expect(others.map((file) => read<Manifest>(file).metadata.namespace)).toEqual(others.map(() => name))
  const service = read<{
    metadata: { name: string; annotations: Record<string, string> }
    spec: { selector: object; ports: [{ name: string; targetPort: string }] }
  }>('service.yaml')
  expect(service.spec.selector).toEqual(labels)
  expect(service.metadata.annotations['traefik.ingress.kubernetes.io/service.sticky.cookie']).toBe('true')
  expect(service.spec.ports[0].targetPort).toBe('http')
  expect(deployment.spec.selector.matchLabels).toEqual(labels)
  const budget = read<{ spec: { minAvailable: number; selector: object } }>('pod-disruption-budget.yaml').spec
  expect(budget).toEqual({ minAvailable: replicas - 1, selector: { matchLabels: labels } })
  const policy = read<{ spec: { podSelector: object; ingress: [{ ports: object[] }] } }>('network-policy.yaml').spec
  expect(policy.podSelector).toEqual({ matchLabels: labels })
  expect(policy.ingress[0].ports).toEqual([{ port: 'http' }])
  const ingress = read<{ spec: { rules: [{ host: string; http: { paths: [{ backend: object }] } }] } }>(
    'ingress.yaml',
  ).spec
  expect(ingress.rules[0].http.paths[0].backend).toEqual({
    service: { name: service.metadata.name, port: { name: service.spec.ports[0].name } },
  })
  expect(`https://${ingress.rules[0].host}`).toBe(environment['COUNTERSIGN_ORIGIN'])
})
