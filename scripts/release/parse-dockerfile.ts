// Reads the settings of the Dockerfile for the image that is built without Docker.

/** OCI image specification §Image Configuration, `config`. */
export interface ContainerImageConfig {
  User: string
  ExposedPorts: Record<string, object>
  Env: string[]
  Entrypoint: string[]
  Cmd: string[]
  Volumes: Record<string, object>
  WorkingDir: string
  Labels: Record<string, string>
  StopSignal: string
  /** A Docker extension that other runtimes ignore. Times are in nanoseconds. */
  Healthcheck: { Test: string[]; Interval: number; Timeout: number; StartPeriod: number; Retries: number }
}

const nanosecondsPerSecond = 1_000_000_000

/** Reads the last stage of a Dockerfile. `given` contains values of its build arguments. */
export function parseContainerImageConfig(text: string, given: Readonly<Record<string, string>>): ContainerImageConfig {
  const lines = text
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
  const settings: Partial<ContainerImageConfig> = {}
  for (const line of lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')) + 1)) {
    const [, instruction = '', rest = ''] = /^(\S+)\s+(.*)$/.exec(line) ?? []
    const read = readers[instruction]
    if (read === undefined) throw new Error(`The Dockerfile uses ${instruction}, which this parser does not support.`)
    read(settings, fill(rest, given))
  }
  return settings as ContainerImageConfig
}

function fill(text: string, given: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => {
    if (given[name] === undefined)
      throw new Error(`The Dockerfile uses the build argument ${name}, which has no value.`)
    return given[name]
  })
}

const readers: Readonly<Record<string, (settings: Partial<ContainerImageConfig>, rest: string) => void>> = {
  // Not in the configuration: ARG values are substituted above, and COPY makes the layers.
  ARG: () => {},
  COPY: () => {},
  LABEL: (settings, rest) =>
    void (settings.Labels = {
      ...settings.Labels,
      ...Object.fromEntries([...rest.matchAll(/(\S+)="([^"]*)"/g)].map(([, name, value]) => [name, value])),
    }),
  ENV: (settings, rest) => void (settings.Env = [...(settings.Env ?? []), rest]),
  USER: (settings, rest) => void (settings.User = rest),
  WORKDIR: (settings, rest) => void (settings.WorkingDir = rest),
  VOLUME: (settings, rest) => void (settings.Volumes = Object.fromEntries(list(rest).map((path) => [path, {}]))),
  EXPOSE: (settings, rest) => void (settings.ExposedPorts = { [`${rest}/tcp`]: {} }),
  STOPSIGNAL: (settings, rest) => void (settings.StopSignal = rest),
  ENTRYPOINT: (settings, rest) => void (settings.Entrypoint = list(rest)),
  CMD: (settings, rest) => void (settings.Cmd = list(rest)),
  HEALTHCHECK: (settings, rest) => {
    const [, options = '', command = ''] = /^((?:--\S+ )*)CMD (.*)$/.exec(rest) ?? []
    const optionOf = (name: string): number => Number(new RegExp(`--${name}=(\\d+)s?(?= )`).exec(options)?.[1])
    settings.Healthcheck = {
      Test: ['CMD', ...list(command)],
      Interval: optionOf('interval') * nanosecondsPerSecond,
      Timeout: optionOf('timeout') * nanosecondsPerSecond,
      StartPeriod: optionOf('start-period') * nanosecondsPerSecond,
      Retries: optionOf('retries'),
    }
  },
}

/** Parses the exec form of a command (JSON), because the image has no shell. */
const list = (text: string): string[] => JSON.parse(text) as string[]
