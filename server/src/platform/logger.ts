// The log: one JSON object a line, so that nothing a stranger sends can start a line of its own (log injection; THREATS N10). Headers and
// bodies are never written; what could still slip in is redacted by name (redaction).
import type { FastifyBaseLogger, FastifyServerOptions } from 'fastify'
import type { ServerSettings } from './server-setting-definitions.ts'

/** Where log lines go. */
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

/** JSON leaves the upper control characters as they are, and terminals obey some of those. */
const escapeControlCharacters = (line: string): string =>
  line.replace(
    /[\u007f-\u009f\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** What the log keeps of an error: what finds its cause, and none of the rows that a database's error carries along. */
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
