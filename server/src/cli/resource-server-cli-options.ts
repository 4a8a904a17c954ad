import { resourceTokenLifetimeBounds } from '@countersign/api/server-limits'
import type { Command } from 'commander'
import type { ApplicationDefinitionFieldError } from '../store/definition-errors/create-application-definition-error.ts'
import { validateResourceServerDefinition } from '../store/resources/resource-server-definition.ts'
import type {
  ResourceServerDefinitionValidationResult,
  ResourceScope,
} from '../store/resources/resource-server-definition.ts'
import { collectRepeatedOption } from './cli-command-actions.ts'

export interface ResourceServerCliOptions {
  name?: string
  scope?: string[]
  openTo?: string
  tokenLifetime?: string
  claim?: string[]
  algorithm?: string
  tokenType?: string
  subjects?: string
  product?: string
}

export const addResourceServerCliOptions = (command: Command): Command =>
  command
    .option('--name <name>', 'display name; the address by default')
    .option(
      '--scope <scope-and-words>',
      'a scope and the description that people read on the consent page: "read Read your notes"; repeatable',
      collectRepeatedOption,
    )
    .option(
      '--open-to <clients>',
      'listed (applications that list it), applications (all registered here) or everyone (including clients known only by a metadata document)',
    )
    .option(
      '--token-lifetime <seconds>',
      `lifetime of its tokens, ${resourceTokenLifetimeBounds.min} to ${resourceTokenLifetimeBounds.max}; an empty value for the default`,
    )
    .option(
      '--claim <claims>',
      'claims about the consenting person in its tokens: wallet, groups; an empty value for none; repeatable',
      collectRepeatedOption,
    )
    .option('--algorithm <name>', 'signature algorithm of its tokens: ES256 or RS256')
    .option('--token-type <type>', 'header "typ" of its tokens: at+jwt, or JWT for services that accept no other')
    .option(
      '--subjects <kind>',
      'by-resource (one identifier per person) or by-application (the identifier that the client knows)',
    )
    .option(
      '--product <id>',
      'the product that the resource belongs to: its tokens have the identifiers of the product; an empty value for none',
    )

const optionOf: Readonly<Record<string, string>> = {
  resource: 'ADDRESS',
  name: '--name',
  scopes: '--scope',
  openTo: '--open-to',
  tokenLifetimeSeconds: '--token-lifetime',
  claims: '--claim',
  algorithm: '--algorithm',
  tokenType: '--token-type',
  subjects: '--subjects',
  product: '--product',
}

export const toResourceServerCliOptionError = ({
  path,
  message,
}: ApplicationDefinitionFieldError): ApplicationDefinitionFieldError => ({
  path: path.replace(/^[A-Za-z]+/, (member) => (Object.hasOwn(optionOf, member) ? (optionOf[member] ?? '') : member)),
  message,
})

export function createResourceServerDefinitionFromCliOptions(
  before: Readonly<Record<string, unknown>>,
  given: ResourceServerCliOptions,
): ResourceServerDefinitionValidationResult {
  const known = (before['scopes'] ?? []) as readonly ResourceScope[]
  const { scope, openTo, tokenLifetime, claim, tokenType, name, algorithm, subjects, product } = given
  const members = {
    name,
    scopes: scope?.map((text) => parseScope(text, known)),
    openTo,
    tokenLifetimeSeconds:
      tokenLifetime === '' ? null : /^[0-9]{1,9}$/.test(tokenLifetime ?? '') ? Number(tokenLifetime) : tokenLifetime,
    claims: claim?.flatMap((text) => text.split(/[\s,]+/)).filter((word) => word !== ''),
    algorithm,
    tokenType,
    subjects,
    product: product === '' ? null : product,
  }
  return validateResourceServerDefinition({
    ...before,
    ...Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)),
  })
}

/** A scope keeps its description unless a new one is given. */
function parseScope(text: string, known: readonly ResourceScope[]): ResourceScope {
  const [scope = '', ...words] = text.trim().split(/\s+/)
  const description = words.length > 0 ? words.join(' ') : known.find((one) => one.scope === scope)?.description
  return { scope, description: description ?? null }
}
