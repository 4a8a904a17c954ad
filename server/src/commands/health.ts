// `countersign health`: whether the server that runs with these settings answers (liveness probe), for the health check of a container, in which
// there is no other program to ask with.
import { get } from 'node:http'
import type { Command } from './command.ts'
import { loadSettings } from '../platform/load-settings.ts'

const answerWithinMs = 3000

export const health: Command = {
  usage: 'health',
  about: 'Asks the server that runs on this machine with these settings whether it answers.',
  run: async () => {
    const { host, port } = loadSettings(process.env).settings
    const answer = await ask(addressOf(host), port)
    if (answer === 200) console.log('live')
    else console.error(`The server on port ${port} of ${addressOf(host)} does not answer: ${answer}.`)
    return answer === 200 ? 0 : 1
  },
}

/** Whoever listens on all addresses is asked at this machine's own. */
const addressOf = (host: string): string => ({ '0.0.0.0': '127.0.0.1', '::': '::1' })[host] ?? host

/** @returns the status, or why there is none */
function ask(host: string, port: number): Promise<number | string> {
  return new Promise((resolve) => {
    const request = get({ host, port, path: '/health/live', agent: false, timeout: answerWithinMs }, (response) => {
      response.resume()
      resolve(response.statusCode ?? 'no status')
    })
    request.once('timeout', () => request.destroy(new Error(`nothing within ${answerWithinMs / 1000} seconds`)))
    request.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
  })
}
