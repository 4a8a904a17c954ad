// The log: one JSON object a line, so that nothing a stranger sends can start a line of its own (THREATS N10). Headers
// and bodies are never written; what could still slip in is redacted by name.
import type { FastifyBaseLogger, FastifyServerOptions } from 'fastify'
import type { Settings } from './settings.ts'

/** Where log lines go. */
export interface LogStream {
  write: (line: string) => void
}

export type Log = FastifyBaseLogger

const secrets = ['signature', 'token', 'cookie', 'authorization', 'password', 'secret']

export function logOptions(level: Settings['logLevel'], stream: LogStream | undefined): NonNullable<FastifyServerOptions['logger']> {
  return {
    level,
    ...(stream && { stream }),
    base: null,
    redact: { paths: secrets.flatMap((name) => [name, `*.${name}`]), censor: '***' },
    serializers: { err: describeError },
  }
}

/** What the log keeps of an error: no more than finds its cause. A database's error can quote what was stored. */
function describeError(error: Error & { code?: unknown }): { type: string; message: string; stack: string; code?: string } {
  return {
    type: error.name,
    message: error.message,
    stack: error.stack ?? '',
    ...(typeof error.code === 'string' && { code: error.code }),
  }
}
