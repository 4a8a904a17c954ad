// The messages of the screens (i18n, internationalization) and their translations: nested JSON in src/i18n/messages, in ICU MessageFormat.
// They are compiled when the site is built, and typed by the English ones.
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import compile from 'icu-minify/compile'
import { definitionFaults } from '@countersign/api/definition-faults'
import { languages } from '@countersign/api/languages'
import { nodeFindings, nodeReasons } from '@countersign/api/node-findings'
import { outboundReasons } from '@countersign/api/outbound-reasons'
import { pasteAbouts } from '@countersign/api/paste-abouts'
import { ruleFaults } from '@countersign/api/rule-faults'
import { allowedWords } from '@countersign/api/setting-words'
import { messageFaults } from '@countersign/message/message-faults'
import type { Plugin } from 'vite'

/** A message, or messages by their keys, in ICU MessageFormat. */
export interface Messages {
  readonly [key: string]: string | readonly string[] | Messages
}

const folder = join(import.meta.dirname, 'src/i18n/messages')
const types = join(import.meta.dirname, 'src/i18n/messages.generated.d.ts')
const loader = join(import.meta.dirname, 'src/i18n/language.ts')
const partLoader = join(import.meta.dirname, 'src/ui/load-part.ts')
const fetching = 'import(`./messages/${language}/${file}.json`)'

/** The texts of the server for operators, which the console has in sentences of its own in the other languages. */
const english: Messages = {
  allowedWords: toMessages(allowedWords),
  definitionFaults: toMessages(
    Object.fromEntries(
      Object.entries(definitionFaults).map(([code, text]) => [code, code === 'object' ? text : `It ${text}.`]),
    ),
  ),
  nodeFindings: toMessages(nodeFindings),
  nodeReasons: toMessages(nodeReasons),
  outboundReasons: toMessages(outboundReasons),
  pasteAbouts: toMessages(pasteAbouts),
  ruleFaults: toMessages(ruleFaults),
}

/** The faults of a sign-in message: title and action are those of the library, in English. */
const englishFaults: Messages = {
  message: Object.fromEntries(
    Object.entries(messageFaults).map(([code, { message, explanation }]) => [
      code.replace('message.', ''),
      { title: escape(message), action: escape(explanation) },
    ]),
  ),
}

/** Errors, or groups of them, that the account, the consent page and the console meet: the sign-in page does without their texts. */
const errorsOfPerson = [
  'email',
  'grant',
  'merge',
  'person.name_foreign',
  'person.name_unusable',
  'picture',
  'user_name',
  'way_in',
]

/** Errors, or groups of them, that only the console meets. */
const errorsOfConsole = [
  'application.changed_meanwhile',
  'application.faulty',
  'application.not_found',
  'application.not_tryable',
  'application.taken',
  'application.try_unknown',
  'application.without_secret',
  'branding',
  'event',
  'group',
  'person.not_active',
  'person.not_found',
  'person.not_suspended',
  'person.self',
  'person.without_wallet',
  'resource',
  'role',
  'rule',
  'setup',
  'site',
  'token',
  'view',
]

function errorsIn(language: string, isWanted: (isOf: (errors: readonly string[]) => boolean) => boolean): Messages {
  const errors = readJson(join(import.meta.dirname, '../packages/api/src/messages', language, 'errors.json'))
  return merge(
    ...Object.entries(errors).flatMap(([group, reasons]) =>
      Object.entries(reasons as Messages)
        .filter(([reason]) => isWanted((some) => some.includes(group) || some.includes(`${group}.${reason}`)))
        .map(([reason, texts]) => ({ [group]: { [reason]: texts } })),
    ),
  )
}

/**
 * Reads one file of messages of a language, with the texts of the server and of the library that belong to it.
 * @param file its name, such as `sign-in`
 */
export function readMessages(language: string, file: string): Messages {
  const own = readJson(join(folder, language, `${file}.json`))
  switch (file) {
    case 'common':
      return merge({ errors: errorsIn(language, (isOf) => !isOf(errorsOfPerson) && !isOf(errorsOfConsole)) }, own)
    case 'person':
      return merge({ errors: errorsIn(language, (isOf) => isOf(errorsOfPerson)) }, stepUpIn(language), own)
    case 'admin':
      return merge(own, { adminReasons: { altered: { message: titlesIn(language) } } }, stepUpIn(language))
    case 'admin-screens':
      return merge(
        { errors: errorsIn(language, (isOf) => isOf(errorsOfPerson) || isOf(errorsOfConsole)) },
        language === 'en' ? english : {},
        own,
      )
    case 'message-faults':
      return { messageFaults: faultsIn(language) }
    default:
      return own
  }
}

/** The account, the consent page and the console ask for a second proof. */
const stepUpIn = (language: string): Messages => readJson(join(folder, language, 'step-up.json'))

function faultsIn(language: string): Messages {
  const { messageFaults } = readJson(join(folder, language, 'message-faults.json'))
  return language === 'en' ? merge(englishFaults, messageFaults as Messages) : (messageFaults as Messages)
}

const titlesIn = (language: string): Messages =>
  Object.fromEntries(
    Object.entries(faultsIn(language)['message'] as Messages).map(([code, texts]) => [
      code,
      (texts as Messages)['title'] as string,
    ]),
  )

/** The names of the files of messages. */
export const messageFiles: readonly string[] = globSync('*.json', { cwd: join(folder, 'en') }).map((file) =>
  file.slice(0, -'.json'.length),
)

/** Those that no page fetches: they are put into a document, a program or other files when these are built. */
const builtIn = ['page-fault', 'demonstration-wallet', 'step-up']

/**
 * The Vite plugin that compiles messages. A build has them apart from all code, under names that say which they are, so that no page has to
 * carry a list of the files of all languages.
 * @param isEmitted whether this build writes the files; the inspector's build uses those of the main one
 */
export function compileMessages({ isEmitted = true } = {}): Plugin {
  let address = ''
  return {
    name: 'compile-messages',
    enforce: 'pre',
    config: () => ({ resolve: { alias: { 'use-intl/format-message': 'use-intl/format-message/format-only' } } }),
    buildStart() {
      writeMessageTypes()
      for (const language of languages) {
        const differences = compareWithEnglish(language)
        if (differences.length > 0)
          throw new Error(`The messages in ${language} are not those in English: ${differences.join(', ')}.`)
      }
      if (this.environment.mode !== 'build') return
      const files = languages.flatMap((language) =>
        messageFiles
          .filter((file) => !builtIn.includes(file))
          .map(
            (file) =>
              [
                `${language}/${file}.js`,
                `export default ${JSON.stringify(compileAll(readMessages(language, file)))}`,
              ] as const,
          ),
      )
      const hash = createHash('sha256').update(JSON.stringify(files)).digest('base64url')
      address = `assets/messages/${hash.slice(0, 8)}`
      if (isEmitted)
        for (const [name, source] of files) this.emitFile({ type: 'asset', fileName: `${address}/${name}`, source })
    },
    load(id) {
      const [, language, file] = /\/i18n\/messages\/([a-z]+)\/([a-z-]+)\.json$/.exec(id) ?? []
      return language === undefined || file === undefined || builtIn.includes(file)
        ? null
        : JSON.stringify(compileAll(readMessages(language, file)))
    },
    transform(code, id) {
      if (id !== loader || address === '') return null
      if (!code.includes(fetching)) throw new Error(`${id} does not fetch messages by ${fetching}.`)
      const path = `\`/${address}/\${language}/\${file}.js\``
      const loading = `loadPart(() => import(/* @vite-ignore */ ${path}), [${path}])`
      return `import { loadPart } from ${JSON.stringify(partLoader)}\n${code.replace(fetching, () => loading)}`
    },
  }
}

/** @returns each key that only English or only the language has, as `- sign-in: demand.accepts` or `+ …` */
export function compareWithEnglish(language: string): string[] {
  return messageFiles.flatMap((file) => {
    const english = keysOf(readMessages('en', file))
    const other = keysOf(readMessages(language, file))
    return [
      ...[...english].filter((key) => !other.has(key)).map((key) => `- ${file}: ${key}`),
      // What a setting is for, the server says in English.
      ...[...other]
        .filter((key) => !english.has(key) && !key.startsWith('settingAbouts.'))
        .map((key) => `+ ${file}: ${key}`),
    ]
  })
}

const keysOf = (messages: Messages): ReadonlySet<string> => new Set(flatten(messages).map(([key]) => key))

/** @returns each message with its key */
export function flatten(messages: Messages, path = ''): [key: string, message: string][] {
  return Object.entries(messages).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[path + name, value]] : flatten(value as Messages, `${path}${name}.`),
  )
}

/** Reads all files of a language as one. */
export const readAllMessages = (language: string): Messages =>
  merge(...messageFiles.map((file) => readMessages(language, file)))

/** Writes the types of all messages, as the English ones are: by these a misspelled key or a missing argument does not compile. */
export function writeMessageTypes(): void {
  const all = readAllMessages('en')
  const text = `// Generated from the English messages by web/messages.ts.\nexport type Messages = ${typeOf(all)}\n`
  if (!existsSync(types) || readFileSync(types, 'utf8') !== text) writeFileSync(types, text)
}

const typeOf = (value: Messages[string]): string =>
  typeof value === 'string'
    ? JSON.stringify(value)
    : `{ ${Object.entries(value as Messages)
        .map(([key, one]) => `${JSON.stringify(key)}: ${typeOf(one)}`)
        .join('\n')} }`

const compileAll = (value: Messages[string]): unknown =>
  typeof value === 'string'
    ? compile(value)
    : Array.isArray(value)
      ? value.map(compileAll)
      : Object.fromEntries(Object.entries(value as Messages).map(([key, one]) => [key, compileAll(one)]))

const readJson = (path: string): Messages => JSON.parse(readFileSync(path, 'utf8')) as Messages

function merge(...all: readonly Messages[]): Messages {
  const merged: Record<string, Messages[string]> = {}
  for (const [key, value] of all.flatMap((one) => Object.entries(one))) {
    const before = merged[key]
    merged[key] = isNested(before) && isNested(value) ? merge(before, value) : value
  }
  return merged
}

const isNested = (value: Messages[string] | undefined): value is Messages =>
  typeof value === 'object' && !Array.isArray(value)

/** Texts with {places} as messages: what else MessageFormat would read is escaped. */
function toMessages(texts: Readonly<Record<string, string>>): Messages {
  return Object.fromEntries(Object.entries(texts).map(([code, text]) => [code, escape(text)]))
}

function escape(text: string): string {
  return text.replaceAll(/'(?=[{}<#'])/g, "''").replaceAll(/\{(?!\w+\})|(?<!\{\w+)\}|[<>]/g, (mark) => `'${mark}'`)
}
