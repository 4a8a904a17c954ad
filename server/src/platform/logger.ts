// One JSON object per line, so that requests cannot forge log entries (THREATS N10).
import type { FastifyBaseLogger, FastifyServerOptions } from 'fastify'
import type { ServerSettings } from './server-setting-definitions.ts'

export interface LoggerOutputStream {
  write: (line: string) => void
}

export type Logger = FastifyBaseLogger

const redactedFields = ['signature', 'token', 'cookie', 'authorization', 'password', 'secret']

export function createLoggerOptions(
  level: ServerSettings['logLevel'],
  stream: LoggerOutputStream | undefined,
): NonNullable<FastifyServerOptions['logger']> {
  return {
    level,
    ...(stream && { stream }),
    base: null,
    redact: { paths: redactedFields.flatMap((name) => [name, `*.${name}`]), censor: '***' },
    serializers: { err: serializeError },
    hooks: { streamWrite: escapeControlCharacters },
  }
}

/** JSON leaves these characters unescaped, and some of them control a terminal. */
const escapeControlCharacters = (line: string): string =>
  line.replace(
    /[\u007f-\u009f\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** Omits the rows that database errors contain. */
function serializeError(error: Error & { code?: unknown }): {
  type: string
  message: string
  stack: string
  code?: string
} {
  return {
    type: error.name,
    message: error.message,
    stack: error.stack ?? '',
    ...(typeof error.code === 'string' && { code: error.code }),
  }
}
