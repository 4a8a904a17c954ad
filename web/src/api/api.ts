// The browser's side of every call to the server. Whatever happens comes back as a value: an answer, the server's own
// refusal, or what kept the two apart.
import type { CallAnswer, CallInput } from '@countersign/api/calls'
import { routes } from '@countersign/api/routes'
import type { CallName } from '@countersign/api/routes'
import { browser, callBy, createExchange } from './exchange.ts'
import type { ResultOf } from './exchange.ts'

export type { ClientProblem, ClientProblemCode, ResultOf } from './exchange.ts'

/** An answer as it arrives here: a file comes as one. */
export type Arrived<Answer> = Answer extends AsyncIterable<string> ? Blob : Answer

export type Answered<Name extends CallName> = Arrived<CallAnswer<Name>>
export type CallResult<Name extends CallName> = ResultOf<Answered<Name>>

/** The parts that a call has, without those that it has not. */
type Parts<Input> = { [Part in keyof Input as Input[Part] extends undefined ? never : Part]: Input[Part] }
type Optional<Input> = { [Part in keyof Input as object extends Input[Part] ? Part : never]?: Input[Part] }
type Required<Input> = { [Part in keyof Input as object extends Input[Part] ? never : Part]: Input[Part] }

/** What a caller gives: body, params and query where the call has them, and a signal to give up by. */
export type Given<Input> = Optional<Parts<Input>> & Required<Parts<Input>> & { signal?: AbortSignal }

/** The same as the rest of a caller's arguments: nothing where nothing has to be given. */
export type Arguments<Input> = object extends Given<Input> ? [given?: Given<Input>] : [given: Given<Input>]

/** Calls the server by the names of some calls, or of all. Never rejects. */
export type CallServer<Names extends CallName = CallName> = <Name extends Names>(
  name: Name,
  ...given: Arguments<CallInput<Name>>
) => Promise<CallResult<Name>>

/**
 * Makes the function that calls the server.
 * @param send does the HTTP exchange; the browser's own `fetch`, or a test's
 * @param isOnline whether the browser believes that it has a network
 */
export function createCall(send: typeof fetch, isOnline: () => boolean): CallServer {
  return callBy(routes, createExchange(send, isOnline)) as CallServer
}

export const call: CallServer = createCall(...browser)
