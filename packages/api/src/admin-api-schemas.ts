// What the calls of the administration speak of: people, applications, groups, events, settings, as administrators see them.
import { automaticAuditEventCauses } from './automatic-audit-event-causes.ts'
import { signInMethods } from './sign-in-methods.ts'
import Type from 'typebox'
import type { TProperties, TSchema } from 'typebox'
import {
  consentableScopes,
  supportedOAuthScopes,
  apiSessionSchema,
  apiWalletSchema,
  apiPasskeySchema,
} from './api-endpoints.ts'
import { applicationDefinitionErrors } from './application-definition-errors.ts'
import { englishChainNodeCheckTexts } from './chain-node-check-results.ts'
import type { ChainNodeCheckCode } from './chain-node-check-results.ts'
import { groupRuleErrors } from './group-rule-errors.ts'
import { allowedServerSettingValueTexts, nonLimitServerSettingNames } from './server-setting-names.ts'
import type { AllowedServerSettingValueCode } from './server-setting-names.ts'
import type { GroupRuleErrorCode } from './group-rule-errors.ts'
import type { ApplicationDefinitionErrorCode } from './application-definition-errors.ts'
import { bulkActionLimits, serverLimitDefinitions } from './server-limits.ts'
import type { ServerLimitName } from './server-limits.ts'
import { adminRoles } from './admin-role-permissions.ts'

const strict = { additionalProperties: false } as const
const identifier = Type.String({ pattern: '^[0-9a-z]{26}$', description: 'An identifier made by this server.' })
const time = Type.String({ format: 'date-time', description: 'RFC 3339, UTC, milliseconds.' })
const timeOrNull = Type.Union([time, Type.Null()])
const textOrNull = Type.Union([Type.String(), Type.Null()])
/** PostgreSQL takes no text with a zero in it. */
const noNulPattern = '^[^\\u0000]*$'
/** One line that people read: nothing in it moves a cursor or turns what follows around on a terminal. */
const singleLinePattern = '^[^\\u0000-\\u001f\\u007f]*$'
const slug = Type.String({
  minLength: 1,
  maxLength: 256,
  pattern: singleLinePattern,
  description: 'The id of an application (its client id) or of a group.',
})
const day = Type.String({ format: 'date', description: 'A day in UTC.' })
const role = Type.Enum(adminRoles)
const scope = Type.Enum(supportedOAuthScopes)
const consentPart = Type.Enum(consentableScopes)
const base64 = (bytes: number) =>
  Type.String({ minLength: 1, maxLength: Math.ceil(bytes / 3) * 4, pattern: '^[0-9A-Za-z+/]+={0,2}$' })
const strictObject = <Properties extends TProperties>(properties: Properties) => Type.Object(properties, strict)

/** A page of a list, with how many there are in all where that is known at little cost. */
export const createAdminListPageSchema = <Item extends TSchema>(item: Item) =>
  Type.Object(
    {
      items: Type.Array(item),
      nextCursor: Type.Union([Type.String(), Type.Null()]),
      total: Type.Union([Type.Integer(), Type.Null()]),
    },
    strict,
  )

const paging = {
  search: Type.Optional(Type.String({ minLength: 1, maxLength: 128, pattern: noNulPattern })),
  order: Type.Optional(Type.Enum(['asc', 'desc'])),
  cursor: Type.Optional(Type.String({ pattern: '^[0-9A-Za-z_-]{1,512}$' })),
}

/** What every list takes, and what this one takes beside it. */
export const createAdminListQuerySchema = <Properties extends TProperties>(properties: Properties) =>
  Type.Object({ ...paging, ...properties }, strict)

/** Whether a list has the definition of each item. */
const includeDefinition = Type.Optional(Type.Literal('definition'))

const personStatus = Type.Enum(['active', 'suspended', 'merged'])
/** By what somebody signed in. */
const signInMethod = Type.Enum([...signInMethods])
const applicationKind = Type.Enum(['web', 'single-page', 'native', 'device', 'machine', 'site'])

const person = strictObject({
  id: identifier,
  displayName: textOrNull,
  picture: textOrNull,
  status: personStatus,
  roles: Type.Array(role),
  address: textOrNull,
  walletName: textOrNull,
  wallets: Type.Integer(),
  passkeys: Type.Integer(),
  sessions: Type.Integer({ description: 'Live ones.' }),
  createdAt: time,
  lastSeenAt: time,
})

const personSummary = strictObject({
  id: identifier,
  displayName: textOrNull,
  address: textOrNull,
  walletName: textOrNull,
})

const personDetails = strictObject({
  ...person.properties,
  /** Null while active. */
  suspendedFor: textOrNull,
  /** The verified one. */
  email: textOrNull,
  username: textOrNull,
  previousUsernames: Type.Array(Type.String()),
  walletList: Type.Array(apiWalletSchema),
  passkeyList: Type.Array(apiPasskeySchema),
  roleList: Type.Array(
    strictObject({
      role,
      grantedAt: time,
      grantedBy: Type.Union([personSummary, Type.Null()], {
        description: 'Null where it was granted from the command line or at the set-up.',
      }),
    }),
  ),
  groups: Type.Array(strictObject({ id: slug, name: Type.String(), checkedAt: time, unreachableSince: timeOrNull })),
  applications: Type.Array(
    strictObject({
      id: slug,
      name: Type.String(),
      scopes: Type.Array(consentPart),
      allowedAt: time,
      lastUsedAt: time,
      active: Type.Boolean(),
    }),
  ),
  mergedInto: Type.Union([identifier, Type.Null()]),
  isLastOwner: Type.Boolean({
    description: 'Whether they are the only owner who can sign in: such a one is neither suspended nor erased.',
  }),
  outranks: Type.Boolean({
    description: 'Whether they may do more here than who asks, who then can change nothing about them.',
  }),
  pendingMerges: Type.Array(
    strictObject({
      id: identifier,
      side: Type.Enum(['requester', 'recipient'], {
        description: 'Asking: they asked for it and would continue. Asked: they would disappear into the other one.',
      }),
      otherId: identifier,
      takesEffectAt: time,
    }),
    { description: 'Merges of them that take effect unless they are refused or canceled before.' },
  ),
  mergeOpen: Type.Boolean({
    description: 'Whether a merge into them can still be undone, so that they cannot be erased yet.',
  }),
})

const personSession = Type.Object(
  {
    ...Type.Omit(apiSessionSchema, ['current', 'sameNetwork', 'stepUpValidUntil']).properties,
    applications: Type.Array(Type.String(), {
      description: 'The names of the applications that are signed in through it.',
    }),
  },
  strict,
)

const liveSession = Type.Object({ ...personSession.properties, person: personSummary }, strict)

const application = strictObject({
  id: slug,
  name: Type.String(),
  kind: applicationKind,
  enabled: Type.Boolean(),
  origin: Type.Enum(['operator', 'registration', 'metadata-document']),
  claimedName: Type.Optional(
    Type.String({ description: 'What one that nobody registered calls itself, which nobody has checked.' }),
  ),
  registrationToken: Type.Optional(Type.String({ description: 'The token that it registered itself with.' })),
  logo: textOrNull,
  uri: textOrNull,
  people: Type.Integer({ description: 'How many people have allowed it something.' }),
  createdAt: time,
  changedAt: time,
  lastUsedAt: timeOrNull,
})
const createDailyCounts = (what: string) =>
  Type.Array(Type.Integer(), { description: `${what} on each of the last 30 days (UTC), the last of them today.` })
/** The definition as operators write it in files (docs/reference). What is wrong with one is told as errors by their place. */
const definition = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  additionalProperties: true,
  description: 'A definition with nothing left open, as in the reference.',
})
const definitionInput = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  additionalProperties: true,
  maxProperties: 60,
  description:
    'A definition as an operator writes it in a file: id, name, kind, and whatever is to be otherwise than its kind needs it.',
})
const pathError = strictObject({ path: Type.String(), message: Type.String() })
const definitionError = strictObject({
  path: Type.String({ description: 'Where: `redirectUris[1]`.' }),
  message: Type.String({ description: 'What is wrong, to be read after the path.' }),
  code: Type.Enum(Object.keys(applicationDefinitionErrors) as ApplicationDefinitionErrorCode[]),
  values: Type.Record(Type.String(), Type.String(), {
    description: 'What stands in the places of the words of the code.',
  }),
})
/** One line to paste into the other side. */
const clientSetting = strictObject({ name: Type.String(), value: Type.String(), about: Type.String() })
const preset = strictObject({
  id: Type.String(),
  name: Type.String(),
  about: Type.String(),
  kind: applicationKind,
  definition: definitionInput,
  asks: Type.Array(strictObject({ name: Type.String(), about: Type.String(), example: Type.String() })),
})
const createdSecret = strictObject({ secret: Type.String(), previousWorksUntil: timeOrNull })
const createdApplication = strictObject({
  application,
  secret: Type.Union([Type.String(), Type.Null()], {
    description: 'Told here once; null where it has none, or keeps the one it has.',
  }),
  clientSettings: Type.Array(clientSetting),
  changes: Type.Array(Type.String()),
})
const scopeList = (description: string) => Type.Array(Type.String(), { description })
const metadataDocumentTerms = strictObject({
  scopes: scopeList('The scopes that it may ask for.'),
  grantTypes: scopeList('Its grant types.'),
  dpopRequired: Type.Boolean(),
  pushedRequestRequired: Type.Boolean(),
  maxAgeSeconds: Type.Union([Type.Integer(), Type.Null()]),
})
const narrowing = strictObject({
  withheldScopes: scopeList('Scopes that an operator withholds, whatever the document says.'),
  addedScopes: scopeList('Scopes that an operator added.'),
  withheldGrantTypes: scopeList('Grant types that an operator withholds.'),
  dpopRequired: Type.Boolean(),
  pushedRequestRequired: Type.Boolean(),
  maxAgeSeconds: Type.Union([Type.Integer(), Type.Null()]),
})
const storedApplication = {
  definition,
  document: Type.Optional(
    Type.Object(metadataDocumentTerms.properties, {
      ...strict,
      description: 'What the client metadata document of an unregistered application says, as last read.',
    }),
  ),
  narrowing: Type.Optional(
    Type.Union([narrowing, Type.Null()], {
      description: 'How an operator narrowed that document; null where none changed anything.',
    }),
  ),
  hasSecret: Type.Boolean(),
  previousSecretUntil: timeOrNull,
  sector: Type.String({ description: 'The sector of its pairwise identifiers (OpenID Connect Core §8.1).' }),
}
const listedApplication = strictObject({
  ...application.properties,
  signInsByDay: createDailyCounts('Sign-ins'),
  stored: Type.Optional(
    Type.Object(storedApplication, { ...strict, description: 'Its definition, with `include=definition`.' }),
  ),
})
const applicationDetails = strictObject({
  ...application.properties,
  ...storedApplication,
  clientSettings: Type.Array(clientSetting),
  signIns: Type.Array(strictObject({ day, count: Type.Integer() })),
  live: Type.Integer({ description: 'How many people are signed in to it now.' }),
})

/** One difference between a file and what is stored. */
const applyStep = strictObject({
  action: Type.Enum(['add', 'change', 'remove']),
  id: Type.String(),
  changes: Type.Array(Type.String()),
})
const applyOptions = {
  prune: Type.Boolean({ description: 'Whether to remove what operators added and the list lacks.' }),
  dryRun: Type.Boolean({ description: 'Whether to report the steps without taking them.' }),
}
const fileContent = Type.Unsafe<unknown>({ description: 'The parsed contents of the file.' })
const registrationToken = strictObject({
  id: Type.String(),
  works: Type.Boolean(),
  until: time,
  used: Type.Integer(),
  uses: Type.Integer(),
  applications: Type.Array(Type.String(), { description: 'The applications registered with it.' }),
})

/** A resource as operators write it in files. What is wrong with one is told by its place. */
const resourceDefinition = {
  resource: Type.String({
    maxLength: 2048,
    pattern: singleLinePattern,
    description: 'Its identifier: an address, which is the audience of its tokens (RFC 8707).',
  }),
  name: Type.String({ maxLength: 200, pattern: singleLinePattern }),
  scopes: Type.Array(
    strictObject({
      scope: Type.String({ maxLength: 200, pattern: singleLinePattern }),
      description: Type.Union([Type.String({ maxLength: 400, pattern: singleLinePattern }), Type.Null()], {
        description: 'What people read of it when they are asked.',
      }),
    }),
    { maxItems: 100 },
  ),
  openTo: Type.Enum(['listed', 'applications', 'everyone'], {
    description:
      'Which applications may use it: those that list it, all that are known here, or also clients that are known by a metadata document alone.',
  }),
  tokenLifetimeSeconds: Type.Union([Type.Integer(), Type.Null()], {
    description: 'Null for as long as other access tokens work.',
  }),
  claims: Type.Array(Type.Enum(['wallet', 'groups']), {
    description: 'What its tokens tell of a person who allows it.',
    maxItems: 2,
  }),
  algorithm: Type.Enum(['ES256', 'RS256']),
  tokenType: Type.Enum(['at+jwt', 'JWT'], {
    description: 'What the header of its tokens says (`typ`): `JWT` is for services that do not know RFC 9068.',
  }),
  subjects: Type.Enum(['by-resource', 'by-application'], {
    description: 'Whether its tokens name a person in one way whatever client asked, or as that client knows them.',
  }),
}
const resourceInput = strictObject({ ...resourceDefinition, tokenType: Type.Optional(resourceDefinition.tokenType) })
const resource = strictObject({
  id: identifier,
  ...resourceDefinition,
  described: Type.Boolean({
    description: 'Whether an operator has described it; otherwise applications name it, and that is all that is known.',
  }),
  createdAt: time,
  changedAt: time,
})
const resourceDetails = strictObject({
  ...resource.properties,
  applications: Type.Array(strictObject({ id: slug, name: Type.String(), scopes: Type.Array(Type.String()) }), {
    description: 'Those that list it.',
  }),
  people: Type.Integer({ description: 'How many people have allowed an application something there.' }),
})

const claims = Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true })
const testLogin = strictObject({
  state: Type.Enum(['waiting', 'done', 'refused']),
  application: slug,
  requestedScopes: Type.Array(Type.String(), { description: 'The scopes that the request asked for.' }),
  expiresAt: time,
  error: Type.Union([strictObject({ error: Type.String(), description: textOrNull }), Type.Null()]),
  idToken: Type.Union([strictObject({ header: claims, claims }), Type.Null()]),
  accessToken: Type.Union([
    strictObject({
      kind: Type.Enum(['opaque', 'jwt']),
      expiresIn: Type.Integer(),
      claims: Type.Union([claims, Type.Null()]),
    }),
    Type.Null(),
  ]),
  userinfo: Type.Union([claims, Type.Null()]),
  scopes: Type.Array(Type.String(), { description: 'The scopes that were given.' }),
})

/** The rule as in groups/group-rule-types.ts and the reference. */
const rule = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  additionalProperties: true,
  maxProperties: 10,
  description: 'A rule as operators write it in files, see the reference.',
})
const groupInput = strictObject({
  id: slug,
  name: Type.String({ minLength: 1, maxLength: 80, pattern: singleLinePattern }),
  description: Type.Union([Type.String({ minLength: 1, maxLength: 500, pattern: noNulPattern }), Type.Null()]),
  rule,
})
const group = strictObject({
  id: slug,
  name: Type.String(),
  description: textOrNull,
  members: Type.Integer({
    description: 'Who met the rule when it was last checked for them, however long ago.',
  }),
  membersCheckedRecently: Type.Integer({
    description: 'Those of the members whose check still counts; applications learn of these alone.',
  }),
  readAt: Type.Union([time, Type.Null()], { description: 'When its rule was last read for anybody.' }),
  walletList: Type.Boolean({
    description: 'Whether its rule is a list of wallets alone, which people can be put on.',
  }),
  createdAt: time,
  changedAt: time,
})
const listedGroup = strictObject({
  ...group.properties,
  joinedByDay: createDailyCounts('How many came to belong'),
  leftByDay: createDailyCounts('How many no longer belonged'),
  rule: Type.Optional(rule),
})
const groupDetails = strictObject({
  ...group.properties,
  rule,
  applications: Type.Array(strictObject({ id: slug, name: Type.String() })),
})
const groupMember = strictObject({ person: personSummary, checkedAt: time, unreachableSince: timeOrNull })
const ruleError = strictObject({
  path: Type.String({ description: 'Where: `rule.any[0].contract`.' }),
  message: Type.String({ description: 'What is wrong, to be read after the path.' }),
  code: Type.Enum(Object.keys(groupRuleErrors) as GroupRuleErrorCode[]),
  values: Type.Record(Type.String(), Type.String(), {
    description: 'What stands in the places of the words of the code.',
  }),
})
const rulePreview = strictObject({
  errors: Type.Array(ruleError),
  evaluated: Type.Integer({ description: 'How many people were looked at.' }),
  people: Type.Integer({ description: 'How many there are.' }),
  more: Type.Boolean({ description: 'Whether more are looked at where the rule is not still being written.' }),
  matching: Type.Integer(),
  unknown: Type.Integer({ description: 'Of whom it cannot be said, because a chain cannot be read.' }),
  sample: Type.Array(personSummary),
})
const membership = Type.Enum(['member', 'not-member', 'unknown'])
const ruleParts = Type.Array(
  strictObject({
    path: Type.String({ description: 'Where in the rule: any[0].all[1].' }),
    holds: Type.Enum(['yes', 'no', 'unknown']),
    sentence: Type.String({ description: 'The part in words, and by which wallet it is met or why it is not.' }),
    reason: Type.Union([Type.String(), Type.Null()], { description: 'Why it is not met, or not known.' }),
    block: textOrNull,
  }),
)
const membershipExplanation = strictObject({ person: personSummary, outcome: membership, parts: ruleParts })
const ruleTestResult = strictObject({
  outcome: Type.Union([membership, Type.Null()], { description: 'Null where the rule has errors.' }),
  errors: Type.Array(ruleError),
  parts: ruleParts,
})
const chainId = Type.String({
  minLength: 1,
  maxLength: 40,
  pattern: singleLinePattern,
  description: 'Its id, or its name here.',
})
const configuredChain = strictObject({
  id: Type.String(),
  name: Type.String(),
  hasNames: Type.Boolean({ description: 'Whether the names of wallets (ENS) are read from it.' }),
  nativeSymbol: Type.String({ description: 'What its own coin is called.' }),
})
const tokenMetadata = strictObject({
  chain: Type.String(),
  contract: Type.String({ description: 'Its address.' }),
  ensName: Type.Union([Type.String(), Type.Null()], { description: 'The name by which it was asked for.' }),
  kind: Type.Enum(['erc20', 'erc721', 'erc1155']),
  symbol: textOrNull,
  name: textOrNull,
  decimals: Type.Union([Type.Integer(), Type.Null()]),
})

const text = Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]))
const eventFilter = {
  type: Type.Optional(
    Type.String({ maxLength: 1200, pattern: noNulPattern, description: 'Types, separated by commas.' }),
  ),
  outcome: Type.Optional(Type.Union([Type.Literal('success'), Type.Literal('refused')])),
  person: Type.Optional(identifier),
  actor: Type.Optional(identifier),
  application: Type.Optional(slug),
  group: Type.Optional(slug),
  address: Type.Optional(
    Type.String({ pattern: '^[0-9a-zA-Z]{26,90}$', description: 'Of Ethereum, Solana or Bitcoin, as a whole.' }),
  ),
  reason: Type.Optional(Type.String({ minLength: 1, maxLength: 128, pattern: noNulPattern })),
  network: Type.Optional(
    Type.String({
      pattern: '^(unknown|[0-9a-f.:]{2,39}/[0-9]{1,3})$',
      description: 'The network from which it was done, as lines have it: `203.0.113.0/24`.',
    }),
  ),
  signInMethod: Type.Optional(signInMethod),
  from: Type.Optional(Type.String({ format: 'date-time', description: 'Not before this time.' })),
  to: Type.Optional(Type.String({ format: 'date-time', description: 'Before this time.' })),
}
const namedReference = { id: identifier, name: textOrNull }
/** Who did what a line tells of. */
const actor = Type.Union([
  strictObject({
    kind: Type.Literal('person', { description: 'The person of the line by themselves, or an administrator.' }),
    ...namedReference,
  }),
  strictObject({ kind: Type.Literal('token'), ...namedReference, owner: strictObject(namedReference) }),
  strictObject({
    kind: Type.Literal('operator', { description: 'At the command line.' }),
    systemUser: Type.Union([Type.String(), Type.Null()], { description: 'Null in lines of before that was kept.' }),
  }),
  strictObject({
    kind: Type.Literal('server', { description: 'The server by itself.' }),
    cause: Type.Enum([...automaticAuditEventCauses]),
  }),
  strictObject({
    kind: Type.Enum(['application', 'stranger', 'erased'], {
      description:
        'The application by itself; somebody of whom no more is known than the evidence says; or whoever was named by evidence that was erased.',
    }),
  }),
])
const event = strictObject({
  sequence: Type.Integer(),
  at: time,
  type: Type.String(),
  outcome: Type.Union([Type.Literal('success'), Type.Literal('refused')]),
  person: Type.Union([personSummary, Type.Null()]),
  actor,
  application: Type.Union([strictObject({ id: slug, name: textOrNull }), Type.Null()]),
  details: Type.Unsafe<Readonly<Record<string, string | number>>>(text),
  evidence: Type.Unsafe<Readonly<Record<string, string>>>(text),
})
const expiredBy = Type.Union([Type.Integer(), Type.Null()], {
  description:
    'Of a line that was let go when its time was over, of which its place, time and hash are left: the batch in which it was, as a line `retention.applied` tells of it. Null for every other.',
})
const chainedEntry = strictObject({
  expiredBy: expiredBy,
  sequence: Type.Integer(),
  at: Type.Integer({ description: 'Milliseconds since 1970, as it is hashed.' }),
  type: Type.String(),
  outcome: Type.String(),
  details: Type.String({ description: 'The JSON text, as it is hashed.' }),
  evidenceHash: textOrNull,
  previousHash: Type.String(),
  hash: Type.String(),
})
const eventDetails = strictObject({
  ...event.properties,
  hash: Type.String(),
  previousHash: Type.String(),
  expiredBy: expiredBy,
  evidenceErased: Type.Boolean(),
  sentence: Type.String({ description: 'What this type of line says.' }),
  proof: Type.Union([
    strictObject({ message: Type.String(), signature: Type.String(), method: Type.String() }),
    Type.Null(),
  ]),
})

const dailyCount = strictObject({ day, count: Type.Integer() })
const metrics = strictObject({
  from: day,
  to: day,
  signIns: Type.Array(
    strictObject({
      day,
      signInMethod: Type.Union([signInMethod, Type.Null()], {
        description: 'Null where it was refused: what is not proved is by no way.',
      }),
      outcome: Type.Enum(['success', 'refused']),
      count: Type.Integer(),
    }),
  ),
  refusals: Type.Array(strictObject({ reason: Type.String(), count: Type.Integer(), days: Type.Array(dailyCount) })),
  newPeople: Type.Array(dailyCount),
  people: strictObject({ active: Type.Integer(), suspended: Type.Integer() }),
  sessions: strictObject({ live: Type.Integer() }),
  applications: strictObject({ enabled: Type.Integer(), disabled: Type.Integer() }),
  groups: Type.Integer(),
  chains: Type.Array(
    strictObject({
      id: Type.String(),
      name: Type.String(),
      state: Type.Enum(['unread', 'well', 'failing']),
      readAt: timeOrNull,
      unreachableSessions: Type.Integer(),
    }),
  ),
  keys: Type.Array(
    strictObject({ algorithm: Type.String(), state: Type.String(), createdAt: time, signsUntil: timeOrNull }),
  ),
  backup: strictObject({ lastAt: timeOrNull }),
  logouts: strictObject({ waiting: Type.Integer(), failed: Type.Integer({ description: 'Within the range.' }) }),
  uncounted: Type.Integer({
    description:
      'How many of the newest lines are missing from these figures, because a long log is still being counted.',
  }),
})

/** What needs somebody. */
const alerts = strictObject({
  items: Type.Array(
    Type.Union([
      strictObject({
        kind: Type.Literal('logouts', { description: 'Applications that could not be told of the end of sessions.' }),
        count: Type.Integer(),
        hasMore: Type.Boolean(),
        application: Type.Union([strictObject({ id: slug, name: textOrNull }), Type.Null()], {
          description: 'Null where it is more than one.',
        }),
        from: time,
      }),
      strictObject({ kind: Type.Literal('chain'), id: Type.String(), name: Type.String(), sessions: Type.Integer() }),
      strictObject({
        kind: Type.Literal('key', { description: 'A signing key that ends with none to follow it.' }),
        algorithm: Type.String(),
        until: time,
        isOver: Type.Boolean(),
      }),
      strictObject({ kind: Type.Literal('backup'), lastAt: timeOrNull }),
      strictObject({
        kind: Type.Literal('refusals', { description: 'Far more refused sign-ins today than a day usually has.' }),
        count: Type.Integer(),
        usual: Type.Integer(),
        from: time,
      }),
      strictObject({
        kind: Type.Literal('mails', { description: 'Mails that the mail server did not accept.' }),
        count: Type.Integer(),
        hasMore: Type.Boolean(),
        from: time,
      }),
      strictObject({
        kind: Type.Literal('introspection', {
          description:
            'An application that could introspect all tokens before the upgrade, until an operator saves it.',
        }),
        id: slug,
        name: Type.String(),
        isOwn: Type.Boolean({ description: 'Whether it sees its own tokens alone, as it lists no resource.' }),
      }),
      strictObject({ kind: Type.Literal('held', { description: 'Wallets that were held.' }), count: Type.Integer() }),
    ]),
  ),
})
/** Lines counted by what they have in common. */
const eventGroups = strictObject({
  items: Type.Array(
    strictObject({
      person: Type.Union([personSummary, Type.Null()]),
      application: Type.Union([strictObject({ id: slug, name: textOrNull }), Type.Null()]),
      network: textOrNull,
      count: Type.Integer(),
      firstAt: time,
      lastAt: time,
      days: Type.Array(dailyCount, { description: 'Of each day (UTC) that has any.' }),
    }),
    { description: 'The largest first. Where all three are null, these lines name none.' },
  ),
  nextCursor: Type.Null(),
  total: Type.Null(),
  scanned: Type.Integer({ description: 'How many lines were counted.' }),
  isComplete: Type.Boolean({ description: 'Whether that is all that fit.' }),
})

const branding = strictObject({
  name: textOrNull,
  logo: textOrNull,
  colors: strictObject({ light: textOrNull, dark: textOrNull }),
  languages: Type.Array(Type.String()),
  termsUrl: textOrNull,
  privacyUrl: textOrNull,
  helpUrl: textOrNull,
})
const { logo: _logo, ...brandingInputMembers } = branding.properties
const settings = strictObject({
  settings: Type.Array(
    strictObject({
      name: Type.Enum([...nonLimitServerSettingNames, ...(Object.keys(serverLimitDefinitions) as ServerLimitName[])]),
      variable: Type.String(),
      value: Type.String(),
      source: Type.Enum(['default', 'environment', 'file']),
      allowed: Type.String({ description: 'What it may be, in English.' }),
      allowedBy: strictObject({
        code: Type.Enum(Object.keys(allowedServerSettingValueTexts) as AllowedServerSettingValueCode[]),
        values: Type.Record(Type.String(), Type.String(), {
          description: 'What stands in the places of the words of the code.',
        }),
      }),
      about: Type.String(),
    }),
  ),
  keys: Type.Array(
    strictObject({
      id: Type.String(),
      algorithm: Type.String(),
      state: Type.String(),
      createdAt: time,
      activeFrom: time,
      retiresAt: timeOrNull,
    }),
  ),
  chains: Type.Array(
    strictObject({
      id: Type.String(),
      name: Type.String(),
      nodes: Type.Integer(),
      quorum: Type.Integer(),
      names: Type.Boolean(),
      nameGateways: Type.Array(Type.String()),
      delegates: Type.Boolean(),
      factories: Type.Integer(),
    }),
  ),
  branding,
  database: strictObject({
    kind: Type.Enum(['sqlite', 'postgres']),
    schema: Type.String(),
    backup: timeOrNull,
    replica: Type.Union(
      [
        strictObject({
          state: Type.Enum(['current', 'behind', 'down', 'foreign']),
          lagSeconds: Type.Union([Type.Number(), Type.Null()], {
            description:
              'How long ago the database wrote what the replica does not have yet; 0 where it has everything, null where it was never reached.',
          }),
        }),
        Type.Null(),
      ],
      { description: 'The read replica of this instance; null where there is none.' },
    ),
  }),
  version: Type.String(),
})
const nodeCheck = strictObject({
  node: Type.Integer(),
  outcome: Type.Enum(['well', 'failing']),
  sentence: Type.String({ description: 'What was found, in English.' }),
  findings: Type.Array(
    strictObject({
      code: Type.Enum(Object.keys(englishChainNodeCheckTexts) as ChainNodeCheckCode[]),
      values: Type.Record(Type.String(), Type.String(), {
        description: 'What stands in the places of the words of the code.',
      }),
    }),
  ),
  block: textOrNull,
  milliseconds: Type.Integer(),
})

const apiToken = strictObject({
  id: identifier,
  name: Type.String(),
  permissions: Type.Array(Type.String()),
  createdBy: personSummary,
  createdAt: time,
  expiresAt: time,
  lastUsedAt: timeOrNull,
  revokedAt: timeOrNull,
})

/** What people are narrowed down by, beside what is searched for. */
const peopleFilter = {
  status: Type.Optional(personStatus),
  role: Type.Optional(role),
  group: Type.Optional(slug),
  application: Type.Optional(slug),
  signInMethod: Type.Optional(signInMethod),
}
const peopleSearch = Type.Optional(strictObject({ search: paging.search, ...peopleFilter }))
const createIdSelection = (most: number) =>
  Type.Optional(Type.Array(identifier, { minItems: 1, maxItems: most, uniqueItems: true }))
/** People by their ids, or all who match a filter. */
const peopleSelection = { ids: createIdSelection(bulkActionLimits.preview), filter: peopleSearch }
const exportPeopleSelection = { ids: createIdSelection(bulkActionLimits.people), filter: peopleSearch }
const reason = Type.String({
  minLength: 1,
  maxLength: 400,
  pattern: noNulPattern,
  description:
    'Why, for the log. Whoever is suspended is told it when they sign in, and finds it in their own data; of whoever is erased it stays, and so it must not say who they were.',
})
/** Few enough for one call: who does it to more calls again. */
const bulkIds = Type.Array(identifier, { minItems: 1, maxItems: bulkActionLimits.batch, uniqueItems: true })
const bulkAction = Type.Union([
  strictObject({ act: Type.Literal('suspend'), ids: bulkIds, reason }),
  strictObject({
    act: Type.Literal('restore'),
    ids: bulkIds,
    suspendedAt: Type.Optional(
      Type.String({
        format: 'date-time',
        description: 'Only those who were suspended last at this moment: to undo that, and no more than that.',
      }),
    ),
  }),
  strictObject({ act: Type.Literal('endSessions'), ids: bulkIds }),
  strictObject({ act: Type.Literal('addToGroup'), ids: bulkIds, group: slug }),
])
const bulkFailure = strictObject({
  person: personSummary,
  code: Type.String({ description: 'Why not, by the catalogue of errors.' }),
})

const searchResult = strictObject({
  people: Type.Array(strictObject({ ...personSummary.properties, picture: textOrNull, status: personStatus })),
  applications: Type.Array(
    strictObject({ id: slug, name: Type.String(), kind: applicationKind, enabled: Type.Boolean() }),
  ),
  groups: Type.Array(strictObject({ id: slug, name: Type.String() })),
  resources: Type.Array(strictObject({ id: identifier, name: Type.String(), resource: Type.String() })),
  entries: Type.Array(
    strictObject({
      sequence: Type.Integer(),
      at: time,
      type: Type.String(),
      outcome: event.properties.outcome,
      person: event.properties.person,
    }),
  ),
})

const viewInput = strictObject({
  list: Type.Enum(['people', 'sessions', 'applications', 'groups', 'resources', 'activity']),
  name: Type.String({ minLength: 1, maxLength: 64, pattern: singleLinePattern }),
  query: Type.String({
    maxLength: 1024,
    pattern: '^(\\?[!-~]*)?$',
    description: 'What the view shows, as the query of its address with the question mark; empty for all.',
  }),
  shared: Type.Boolean({ description: 'Whether everybody with a role finds it.' }),
})
const savedView = strictObject({
  id: identifier,
  ...viewInput.properties,
  by: Type.Union([personSummary, Type.Null()], { description: 'Who shares it; null where it is one’s own.' }),
})
const recentItem = strictObject({
  kind: Type.Enum(['person', 'application', 'group', 'resource', 'line']),
  id: slug,
  name: textOrNull,
})

export const adminApiSchemas = {
  identifier,
  time,
  timeOrNull,
  textOrNull,
  slug,
  role,
  scope,
  signInMethod,
  base64,
  personStatus,
  applicationKind,
  person,
  personDetails,
  personSession,
  liveSession,
  application,
  definition,
  definitionInput,
  pathError,
  definitionError,
  clientSetting,
  preset,
  createdSecret,
  createdApplication,
  listedApplication,
  applicationDetails,
  testLogin,
  rule,
  resourceInput,
  resource,
  resourceDetails,
  groupInput,
  group,
  listedGroup,
  groupDetails,
  groupMember,
  rulePreview,
  ruleTestResult,
  chainId,
  configuredChain,
  tokenMetadata,
  membershipExplanation,
  eventFilter,
  event,
  eventDetails,
  chainedEntry,
  eventGroups,
  metrics,
  alerts,
  branding,
  brandingInput: strictObject(brandingInputMembers),
  settings,
  nodeCheck,
  apiToken,
  eventQuery: strictObject({
    ...eventFilter,
    cursor: Type.Optional(Type.String({ pattern: '^[0-9]{1,15}$' })),
    after: Type.Optional(
      Type.String({ pattern: '^[0-9]{1,15}$', description: 'Only what is newer than this line: for who watches.' }),
    ),
  }),
  eventAggregateQuery: strictObject({ ...eventFilter, by: Type.Enum(['person', 'application', 'network']) }),
  pagingQuery: strictObject({ cursor: paging.cursor }),
  singleLinePattern: singleLinePattern,
  setupStep: Type.Enum(['passkey', 'application', 'chain', 'backup']),
  endedCount: strictObject({ ended: Type.Integer() }),
  reason,
  includeDefinition,
  applyStep,
  applyOptions,
  fileContent,
  registrationToken,
  peopleFilter,
  peopleSelection,
  exportPeopleSelection,
  bulkAction,
  bulkFailure,
  viewInput,
  savedView,
  recentItem,
  searchResult,
  noNulPattern,
  dateRange: strictObject({ from: Type.Optional(day), to: Type.Optional(day) }),
}
