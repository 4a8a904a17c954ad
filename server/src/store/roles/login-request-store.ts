// Requests of `countersign login`, a device flow (RFC 8628) for the administration API. A request's
// secret becomes an API token when a person approves it, so nothing secret is stored (THREATS N23).
import type { RandomBytes } from '../../platform/clock.ts'
import type { LoginRequestsTable } from '../../platform/database/database-schema.ts'
import type {
  DatabaseQueryBuilder,
  DatabaseTransaction,
} from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { hashBearerSecret } from '../../platform/random-bearer-secret.ts'

export type LoginRequestRow = LoginRequestsTable

const consonants = 'BCDFGHJKLMNPQRSTVWXZ'
const digits = '23456789'
const codeLength = 8
const codePattern = new RegExp(`^[${consonants}]{${codeLength - 1}}[${digits}]$`)

/** 33 random bits, such as `KQMRTWX7`. The digit at the end tells it from the other user codes. */
export function createLoginUserCode(random: RandomBytes): string {
  const pick = (from: string): string => from.charAt(Buffer.from(random(4)).readUInt32BE() % from.length)
  return Array.from({ length: codeLength - 1 }, () => pick(consonants)).join('') + pick(digits)
}

export const formatLoginUserCode = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`

/** Ignores spaces, dashes and case. Null if the text cannot be a code. */
export function normalizeLoginUserCode(typed: string): string | null {
  const code = typed.toUpperCase().replaceAll(/[^0-9A-Z]/g, '')
  return codePattern.test(code) ? code : null
}

export async function insertLoginRequest(
  queries: DatabaseQueryBuilder,
  { userCode, ...request }: Omit<LoginRequestRow, 'decision' | 'user_code_hash'> & { userCode: string },
): Promise<void> {
  await queries
    .insertInto('login_requests')
    .values({ ...request, user_code_hash: hashBearerSecret(userCode), decision: null })
    .execute()
}

/** Undefined if the request is unknown, answered or expired. */
export const findOpenLoginRequest = async (
  queries: DatabaseQueryBuilder,
  typedCode: string,
  now: number,
): Promise<{ code: string; row: LoginRequestRow } | undefined> => {
  const code = normalizeLoginUserCode(typedCode)
  if (code === null) return undefined
  const row = await queries
    .selectFrom('login_requests')
    .selectAll()
    .where('user_code_hash', '=', hashBearerSecret(code))
    .where('decision', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row === undefined ? undefined : { code, row }
}

export const findLoginRequestByToken = (
  queries: DatabaseQueryBuilder,
  tokenHash: string,
  now: number,
): Promise<LoginRequestRow | undefined> =>
  queries
    .selectFrom('login_requests')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst()

/** @returns false if the request was answered or expired in the meantime */
export async function answerLoginRequest(
  queries: DatabaseQueryBuilder | DatabaseTransaction,
  { token_hash }: Pick<LoginRequestRow, 'token_hash'>,
  decision: 'approved' | 'denied',
  now: number,
): Promise<boolean> {
  const answered = await queries
    .updateTable('login_requests')
    .set({ decision })
    .where('token_hash', '=', token_hash)
    .where('decision', 'is', null)
    .where('expires_at', '>', now)
    .returning('token_hash')
    .executeTakeFirst()
  return answered !== undefined
}

const pruneBatchSize = 1000

export async function pruneLoginRequests(queries: DatabaseQueryBuilder, now: number): Promise<number> {
  const expired = queries
    .selectFrom('login_requests')
    .select('token_hash')
    .where('expires_at', '<=', now)
    .limit(pruneBatchSize)
  const { numDeletedRows } = await queries
    .deleteFrom('login_requests')
    .where('token_hash', 'in', expired)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
