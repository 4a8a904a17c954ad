import { fromSmallestTokenUnit, toSmallestTokenUnit } from './convert-token-amount-units.ts'

export const groupRuleConditionKinds = [
  'wallets',
  'erc20',
  'native',
  'sum',
  'erc721',
  'erc1155',
  'name',
  'none',
] as const
export type GroupRuleConditionKind = (typeof groupRuleConditionKinds)[number]
export const groupRuleCombinatorKinds = ['all', 'any'] as const
export type GroupRuleCombinatorKind = (typeof groupRuleCombinatorKinds)[number]
export type GroupRuleNodeKind = GroupRuleConditionKind | GroupRuleCombinatorKind

export const groupRuleConditionFields = {
  wallets: ['wallets'],
  erc20: ['chain', 'contract', 'atLeast', 'delegated'],
  native: ['chain', 'atLeast'],
  sum: ['atLeast'],
  erc721: ['chain', 'contract', 'tokenIds', 'atLeast', 'delegated'],
  erc1155: ['chain', 'contract', 'tokenIds', 'atLeast', 'delegated'],
  name: ['under'],
  none: ['wallets'],
} as const satisfies Readonly<Record<GroupRuleConditionKind, readonly string[]>>
export type GroupRuleFieldName = (typeof groupRuleConditionFields)[GroupRuleConditionKind][number]

export interface TokenMetadata {
  symbol: string | null
  name: string | null
  decimals: number | null
  ensName?: string
}

/** An empty `contract` means the chain's own coin. */
export interface GroupRuleChainAsset {
  chain: string
  contract: string
  token?: TokenMetadata | undefined
}
export type GroupRuleSumAsset = GroupRuleChainAsset & { key: number }

/** `exact` is an amount in the smallest unit, from a rule that was saved without token metadata. */
export type GroupRuleFieldValues = Readonly<Partial<Record<GroupRuleFieldName | 'exact', string>>>

export interface GroupRuleConditionDraft {
  key: number
  kind: GroupRuleConditionKind
  fields: GroupRuleFieldValues
  token?: TokenMetadata | undefined
  assets?: readonly GroupRuleSumAsset[]
}

export type GroupRuleDraft =
  | GroupRuleConditionDraft
  | { key: number; kind: GroupRuleCombinatorKind; parts: readonly GroupRuleDraft[] }

export type GroupRuleCombinatorDraft = Extract<GroupRuleDraft, { parts: unknown }>

let keyCount = 0
const nextKey = (): number => (keyCount += 1)

export const createEmptyGroupRuleSumAsset = (): GroupRuleSumAsset => ({ key: nextKey(), chain: '', contract: '' })

/** A combinator starts with one condition, because an empty one means nothing. */
export function createEmptyGroupRuleDraft(kind: GroupRuleNodeKind = 'wallets'): GroupRuleDraft {
  return isGroupRuleCombinator(kind)
    ? { key: nextKey(), kind, parts: [createEmptyGroupRuleDraft()] }
    : { key: nextKey(), kind, fields: {} }
}

const isGroupRuleCombinator = (kind: GroupRuleNodeKind): kind is GroupRuleCombinatorKind =>
  kind === 'all' || kind === 'any'

const countedKinds: readonly GroupRuleConditionKind[] = ['erc20', 'native', 'sum', 'erc721', 'erc1155']

/** Keeps what both kinds have. An amount starts at 1, and a sum with one asset to fill in. */
export function changeGroupRuleConditionKind(
  draft: GroupRuleConditionDraft,
  kind: GroupRuleConditionKind,
): GroupRuleConditionDraft {
  const { fields } = draft
  const isCounted = fields.atLeast === undefined && fields.exact === undefined && countedKinds.includes(kind)
  return {
    ...draft,
    kind,
    fields: isCounted ? { ...fields, atLeast: '1' } : fields,
    // The token of a contract is not the chain's coin.
    ...(kind === 'native' && draft.kind !== 'native' && { token: undefined }),
    ...(kind === 'sum' && draft.assets === undefined && { assets: [createEmptyGroupRuleSumAsset()] }),
  }
}

/** Joins a part with a new, empty condition. */
export const wrapInCombinator = (draft: GroupRuleDraft, kind: GroupRuleCombinatorKind): GroupRuleCombinatorDraft => ({
  key: nextKey(),
  kind,
  parts: [draft, createEmptyGroupRuleDraft()],
})

/** Requires one more condition. A single condition becomes "all of", so that a rule never admits more people. */
export const addGroupRuleCondition = (draft: GroupRuleDraft): GroupRuleCombinatorDraft =>
  'parts' in draft ? { ...draft, parts: [...draft.parts, createEmptyGroupRuleDraft()] } : wrapInCombinator(draft, 'all')

/** If one part remains, it takes the place of the combinator. */
export function removeGroupRulePart(draft: GroupRuleCombinatorDraft, index: number): GroupRuleDraft {
  const parts = draft.parts.toSpliced(index, 1)
  const [only, ...others] = parts
  return only !== undefined && others.length === 0 ? only : { ...draft, parts }
}

/** Every supported chain's coin has 18 decimals. */
const coinDecimals = 18

/** Null if the token does not report its decimals, undefined if it was not queried yet. */
export const getConditionAmountDecimals = ({ kind, token }: GroupRuleConditionDraft): number | null | undefined =>
  kind === 'native' ? coinDecimals : token?.decimals

export function setConditionTokenMetadata(
  draft: GroupRuleConditionDraft,
  token: TokenMetadata,
): GroupRuleConditionDraft {
  const { exact, ...fields } = draft.fields
  return exact === undefined
    ? { ...draft, token }
    : convertAmountToTokenUnit({ ...draft, token, fields: { ...fields, atLeast: exact } })
}

function convertAmountToTokenUnit(draft: GroupRuleConditionDraft): GroupRuleConditionDraft {
  const { atLeast, ...fields } = draft.fields
  const decimals = getConditionAmountDecimals(draft)
  const isExact = hasTokenAmount(draft.kind) && /^\d+$/.test(atLeast ?? '')
  if (!isExact || atLeast === undefined || decimals === null) return draft
  return {
    ...draft,
    fields:
      decimals === undefined
        ? { ...fields, exact: atLeast }
        : { ...fields, atLeast: fromSmallestTokenUnit(atLeast, decimals) },
  }
}

export const hasTokenAmount = (kind: GroupRuleConditionKind): boolean => kind === 'erc20' || kind === 'native'

export type GroupRuleObject = Record<string, unknown>

/** Empty fields are omitted, so that the server reports them as missing. */
export function buildGroupRuleFromDraft(draft: GroupRuleDraft): GroupRuleObject {
  if ('parts' in draft) return { [draft.kind]: draft.parts.map(buildGroupRuleFromDraft) }
  if (draft.kind === 'none') return { none: [{ type: 'wallets', ...toRuleField(draft, 'wallets') }] }
  const fields = groupRuleConditionFields[draft.kind].map((name) => toRuleField(draft, name))
  return Object.assign(
    { type: draft.kind },
    draft.kind === 'sum' && { of: (draft.assets ?? []).map(toAssetRule) },
    ...fields,
    needsToken(draft.kind) && draft.token && { token: draft.token },
  )
}

const getFieldNames = (kind: GroupRuleConditionKind): readonly string[] => groupRuleConditionFields[kind]
const needsToken = (kind: GroupRuleConditionKind): boolean =>
  kind === 'native' || getFieldNames(kind).includes('contract')

const toAssetRule = ({ chain, contract, token }: GroupRuleChainAsset): GroupRuleObject => ({
  ...(chain !== '' && { chain }),
  ...(contract.trim() !== '' && { contract: contract.trim() }),
  ...(token && { token }),
})

function toRuleField(draft: GroupRuleConditionDraft, name: GroupRuleFieldName): GroupRuleObject {
  const text = draft.fields[name]?.trim() ?? ''
  if (name === 'wallets') return { wallets: text.split(/[\s,;]+/).filter((wallet) => wallet !== '') }
  if (name === 'atLeast') return toRuleAmount(draft, text)
  if (text === '') return {}
  if (name === 'delegated') return { delegated: true }
  if (name !== 'tokenIds') return { [name]: text }
  const [first, ...more] = parseNftTokenIds(text)
  return typeof first === 'string' && more.length === 0 ? { tokenId: first } : { tokenIds: parseNftTokenIds(text) }
}

/** The server treats a bare integer as an amount in the smallest unit, so ".0" is added. */
function toRuleAmount(draft: GroupRuleConditionDraft, text: string): GroupRuleObject {
  const { kind, fields } = draft
  const decimals = getConditionAmountDecimals(draft)
  if (kind === 'erc20' && fields.exact !== undefined) return { atLeast: fields.exact.trim() }
  if (text === '') return {}
  // Each token id exists only once, so 1 is the default.
  if (kind === 'erc721' && text === '1' && 'tokenId' in toRuleField(draft, 'tokenIds')) return {}
  if (!hasTokenAmount(kind) || decimals === null) return { atLeast: text }
  if (decimals === undefined) return { atLeast: /^\d+$/.test(text) ? `${text}.0` : text }
  return { atLeast: toSmallestTokenUnit(text, decimals) ?? text }
}

/** @returns null if the fields cannot represent the rule */
export function toGroupRuleDraft(rule: unknown): GroupRuleDraft | null {
  if (!isObject(rule)) return null
  const joint = groupRuleCombinatorKinds.find((kind) => Object.hasOwn(rule, kind))
  if (joint !== undefined) return toCombinatorDraft(rule, joint)
  if (Object.hasOwn(rule, 'none')) return toNoneDraft(rule)
  const kind = groupRuleConditionKinds.find((known) => known === rule['type'])
  if (kind === undefined || kind === 'none') return null
  const { type: _type, token, of, ...members } = rule
  const assets = kind === 'sum' ? parseAssets(of) : undefined
  if (assets === null || (kind !== 'sum' && of !== undefined)) return null
  if (token !== undefined && !(needsToken(kind) && isTokenText(token))) return null
  const fields: Record<string, string> = {}
  for (const [name, value] of Object.entries(members)) {
    const text = toFieldText(name, value)
    const field = name === 'tokenId' ? 'tokenIds' : name
    if (text === null || field in fields || !getFieldNames(kind).includes(field)) return null
    fields[field] = text
  }
  return convertAmountToTokenUnit({
    key: nextKey(),
    kind,
    fields,
    ...(assets && { assets }),
    ...(isTokenText(token) && { token }),
  })
}

const isObject = (value: unknown): value is Readonly<GroupRuleObject> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isTokenText = (value: unknown): value is TokenMetadata =>
  isObject(value) && 'symbol' in value && 'name' in value && 'decimals' in value

function toCombinatorDraft(given: Readonly<GroupRuleObject>, kind: GroupRuleCombinatorKind): GroupRuleDraft | null {
  const list = given[kind]
  if (Object.keys(given).length > 1 || !Array.isArray(list)) return null
  const parts = list.map(toGroupRuleDraft)
  return parts.some((part) => part === null) ? null : { key: nextKey(), kind, parts: parts as GroupRuleDraft[] }
}

function toNoneDraft(given: Readonly<GroupRuleObject>): GroupRuleDraft | null {
  const lists = given['none']
  if (Object.keys(given).length > 1 || !Array.isArray(lists)) return null
  const drafts = lists.map(toGroupRuleDraft)
  const texts = drafts.map((draft) => (draft?.kind === 'wallets' ? draft.fields.wallets : undefined))
  return texts.length === 0 || texts.includes(undefined)
    ? null
    : { key: nextKey(), kind: 'none', fields: { wallets: texts.join('\n') } }
}

function parseAssets(of: unknown): GroupRuleSumAsset[] | null {
  if (!Array.isArray(of)) return null
  const places = of.map((place: unknown): GroupRuleSumAsset | null => {
    if (!isObject(place)) return null
    const { chain, contract = '', token, ...others } = place
    if (typeof chain !== 'string' || typeof contract !== 'string' || Object.keys(others).length > 0) return null
    return token === undefined
      ? { key: nextKey(), chain, contract }
      : isTokenText(token)
        ? { key: nextKey(), chain, contract, token }
        : null
  })
  return places.some((place) => place === null) ? null : (places as GroupRuleSumAsset[])
}

function toFieldText(name: string, value: unknown): string | null {
  if (name === 'wallets')
    return Array.isArray(value) && value.every((wallet) => typeof wallet === 'string') ? value.join('\n') : null
  if (name === 'tokenIds') return formatNftTokenIds(value)
  if (name === 'delegated') return value === true ? 'yes' : null
  return typeof value === 'string' ? value : Number.isSafeInteger(value) ? String(value) : null
}

type TokenIds = readonly (string | { from: string; to: string })[]

export const parseNftTokenIds = (text: string): TokenIds =>
  text
    .replaceAll(/\s*[-–]\s*/g, '-')
    .split(/[\s,;]+/)
    .filter((piece) => piece !== '')
    .map((piece) => {
      const [, from, to] = /^(\d+)-(\d+)$/.exec(piece) ?? []
      return from === undefined || to === undefined ? piece : { from, to }
    })

export function formatNftTokenIds(value: unknown): string | null {
  if (!Array.isArray(value)) return null
  const pieces = value.map((entry: unknown) => {
    if (typeof entry === 'string') return entry
    const { from, to, ...others } = Object(entry) as Record<string, unknown>
    return typeof from === 'string' && typeof to === 'string' && Object.keys(others).length === 0
      ? `${from}-${to}`
      : null
  })
  return pieces.includes(null) ? null : pieces.join(', ')
}
