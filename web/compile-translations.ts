// Compiles the UI translations (ICU MessageFormat in nested JSON), and generates their types.
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import compile from 'icu-minify/compile'
import { applicationDefinitionErrors } from '@countersign/api/application-definition-errors'
import { interfaceLanguages } from '@countersign/api/interface-languages'
import { englishChainNodeCheckTexts, chainNodeErrorReasons } from '@countersign/api/chain-node-check-results'
import { outboundRequestErrorReasons } from '@countersign/api/outbound-request-error-reasons'
import { clientSettingDescriptions } from '@countersign/api/client-setting-descriptions'
import { groupRuleErrors } from '@countersign/api/group-rule-errors'
import { allowedServerSettingValueTexts } from '@countersign/api/server-setting-names'
import { presetNoteTexts } from '@countersign/api/preset-note-texts'
import { messageErrorCatalog } from '@countersign/message/message-error-catalog'
import type { Plugin } from 'vite'
import { adminErrorTranslationKeys, signedInPageErrorTranslationKeys } from './page-specific-error-translation-keys.ts'

export interface TranslationTree {
  readonly [key: string]: string | readonly string[] | TranslationTree
}

const messagesFolder = join(import.meta.dirname, 'src/i18n/messages')
const messageTypesFile = join(import.meta.dirname, 'src/i18n/messages.generated.d.ts')
const messageLoaderFile = join(import.meta.dirname, 'src/i18n/browser-language-negotiation.ts')
const chunkLoaderFile = join(import.meta.dirname, 'src/ui/load-chunk.ts')
const messageImport = 'import(`./messages/${language}/${file}.json`)'

/** The English texts for operators are the server's own; the other languages have translations. */
const englishServerMessages: TranslationTree = {
  allowedWords: escapeMessageTexts(allowedServerSettingValueTexts),
  definitionFaults: escapeMessageTexts(
    Object.fromEntries(
      Object.entries(applicationDefinitionErrors).map(([code, text]) => [
        code,
        code === 'object' ? text : `It ${text}.`,
      ]),
    ),
  ),
  nodeFindings: escapeMessageTexts(englishChainNodeCheckTexts),
  nodeReasons: escapeMessageTexts(chainNodeErrorReasons),
  outboundReasons: escapeMessageTexts(outboundRequestErrorReasons),
  pasteAbouts: escapeMessageTexts(clientSettingDescriptions),
  ruleFaults: escapeMessageTexts(groupRuleErrors),
}

const englishMessageErrors: TranslationTree = {
  message: Object.fromEntries(
    Object.entries(messageErrorCatalog).map(([code, { message, explanation }]) => [
      code.replace('message.', ''),
      { title: escapeMessageSyntax(message), action: escapeMessageSyntax(explanation) },
    ]),
  ),
}

function readErrorMessages(
  language: string,
  isWanted: (isOf: (errors: readonly string[]) => boolean) => boolean,
): TranslationTree {
  const errors = readJson(join(import.meta.dirname, '../packages/api/src/messages', language, 'errors.json'))
  const codes = Object.entries(errors).flatMap(([group, reasons]) => [
    group,
    ...Object.keys(reasons as TranslationTree).map((reason) => `${group}.${reason}`),
  ])
  const unknown = [...signedInPageErrorTranslationKeys, ...adminErrorTranslationKeys].filter(
    (key) => !codes.includes(key),
  )
  if (unknown.length > 0) throw new Error(`No error in ${language} is called ${unknown.join(', ')}.`)
  return mergeMessageTrees(
    ...Object.entries(errors).flatMap(([group, reasons]) =>
      Object.entries(reasons as TranslationTree)
        .filter(([reason]) => isWanted((some) => some.includes(group) || some.includes(`${group}.${reason}`)))
        .map(([reason, texts]) => ({ [group]: { [reason]: texts } })),
    ),
  )
}

export function readTranslationFile(language: string, file: string): TranslationTree {
  const own = readJson(join(messagesFolder, language, `${file}.json`))
  switch (file) {
    case 'common':
      return mergeMessageTrees(
        {
          errors: readErrorMessages(
            language,
            (isOf) => !isOf(signedInPageErrorTranslationKeys) && !isOf(adminErrorTranslationKeys),
          ),
        },
        own,
      )
    case 'person':
      return mergeMessageTrees(
        { errors: readErrorMessages(language, (isOf) => isOf(signedInPageErrorTranslationKeys)) },
        readStepUpMessages(language),
        own,
      )
    case 'admin':
      return mergeMessageTrees(
        own,
        { adminReasons: { altered: { message: readMessageErrorTitles(language) } } },
        readStepUpMessages(language),
      )
    case 'admin-screens':
      return mergeMessageTrees(
        {
          errors: readErrorMessages(
            language,
            (isOf) => isOf(signedInPageErrorTranslationKeys) || isOf(adminErrorTranslationKeys),
          ),
        },
        language === 'en' ? englishServerMessages : {},
        own,
      )
    case 'preset-texts':
      return escapeMessageTree(language === 'en' ? { presetNotes: presetNoteTexts } : own)
    case 'message-errors':
      return { messageErrors: readMessageErrors(language) }
    default:
      return own
  }
}

const readStepUpMessages = (language: string): TranslationTree =>
  readJson(join(messagesFolder, language, 'step-up.json'))

function readMessageErrors(language: string): TranslationTree {
  const { messageErrors } = readJson(join(messagesFolder, language, 'message-errors.json'))
  return language === 'en'
    ? mergeMessageTrees(englishMessageErrors, messageErrors as TranslationTree)
    : (messageErrors as TranslationTree)
}

const readMessageErrorTitles = (language: string): TranslationTree =>
  Object.fromEntries(
    Object.entries(readMessageErrors(language)['message'] as TranslationTree).map(([code, texts]) => [
      code,
      (texts as TranslationTree)['title'] as string,
    ]),
  )

export const translationFileNames: readonly string[] = globSync('*.json', { cwd: join(messagesFolder, 'en') }).map(
  (file) => file.slice(0, -'.json'.length),
)

/** Files that are embedded in a document, a program or other files instead of being fetched. */
const embeddedMessageFiles = ['page-error', 'demonstration-wallet', 'step-up']

/** `isEmitted` is false in the inspector build, which uses the files of the main build. */
export function compileTranslationsVitePlugin({ isEmitted = true } = {}): Plugin {
  let address = ''
  return {
    name: 'compile-messages',
    enforce: 'pre',
    config: () => ({ resolve: { alias: { 'use-intl/format-message': 'use-intl/format-message/format-only' } } }),
    buildStart() {
      writeTranslationTypes()
      for (const language of interfaceLanguages) {
        const differences = compareTranslationKeysWithEnglish(language)
        if (differences.length > 0)
          throw new Error(`The messages in ${language} are not those in English: ${differences.join(', ')}.`)
      }
      if (this.environment.mode !== 'build') return
      const files = interfaceLanguages.flatMap((language) =>
        translationFileNames
          .filter((file) => !embeddedMessageFiles.includes(file))
          .map(
            (file) =>
              [
                `${language}/${file}.js`,
                `export default ${JSON.stringify(compileMessageTree(readTranslationFile(language, file)))}`,
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
      return language === undefined || file === undefined || embeddedMessageFiles.includes(file)
        ? null
        : JSON.stringify(compileMessageTree(readTranslationFile(language, file)))
    },
    transform(code, id) {
      if (id !== messageLoaderFile || address === '') return null
      if (!code.includes(messageImport)) throw new Error(`${id} does not fetch messages by ${messageImport}.`)
      const path = `\`/${address}/\${language}/\${file}.js\``
      const loading = `loadChunk(() => import(/* @vite-ignore */ ${path}), [${path}])`
      return `import { loadChunk } from ${JSON.stringify(chunkLoaderFile)}\n${code.replace(messageImport, () => loading)}`
    },
  }
}

/** Lists missing keys as `- sign-in: demand.accepts`, and keys that English lacks with `+`. */
export function compareTranslationKeysWithEnglish(language: string): string[] {
  return translationFileNames.flatMap((file) => {
    const english = collectMessageKeys(readTranslationFile('en', file))
    const other = collectMessageKeys(readTranslationFile(language, file))
    return [
      ...[...english].filter((key) => !other.has(key)).map((key) => `- ${file}: ${key}`),
      // In English, the descriptions of settings and programs come from the server.
      ...[...other]
        .filter((key) => !english.has(key) && !/^(settingAbouts|presetTexts)\./.test(key))
        .map((key) => `+ ${file}: ${key}`),
    ]
  })
}

const collectMessageKeys = (messages: TranslationTree): ReadonlySet<string> =>
  new Set(flattenTranslations(messages).map(([key]) => key))

export function flattenTranslations(messages: TranslationTree, path = ''): [key: string, message: string][] {
  return Object.entries(messages).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string'
      ? [[path + name, value]]
      : flattenTranslations(value as TranslationTree, `${path}${name}.`),
  )
}

export const readAllTranslations = (language: string): TranslationTree =>
  mergeMessageTrees(...translationFileNames.map((file) => readTranslationFile(language, file)))

export function writeTranslationTypes(): void {
  const all = readAllTranslations('en')
  const text = `// Generated from the English messages by web/compile-translations.ts.\nexport type Messages = ${toMessageType(all)}\n`
  if (!existsSync(messageTypesFile) || readFileSync(messageTypesFile, 'utf8') !== text)
    writeFileSync(messageTypesFile, text)
}

const toMessageType = (value: TranslationTree[string]): string =>
  typeof value === 'string'
    ? JSON.stringify(value)
    : `{ ${Object.entries(value as TranslationTree)
        .map(([key, one]) => `${JSON.stringify(key)}: ${toMessageType(one)}`)
        .join('\n')} }`

const compileMessageTree = (value: TranslationTree[string]): unknown =>
  typeof value === 'string'
    ? compile(value)
    : Array.isArray(value)
      ? value.map(compileMessageTree)
      : Object.fromEntries(Object.entries(value as TranslationTree).map(([key, one]) => [key, compileMessageTree(one)]))

const readJson = (path: string): TranslationTree => JSON.parse(readFileSync(path, 'utf8')) as TranslationTree

function mergeMessageTrees(...all: readonly TranslationTree[]): TranslationTree {
  const merged: Record<string, TranslationTree[string]> = {}
  for (const [key, value] of all.flatMap((one) => Object.entries(one))) {
    const before = merged[key]
    merged[key] = isNested(before) && isNested(value) ? mergeMessageTrees(before, value) : value
  }
  return merged
}

const isNested = (value: TranslationTree[string] | undefined): value is TranslationTree =>
  typeof value === 'object' && !Array.isArray(value)

const escapeMessageTree = (value: TranslationTree): TranslationTree =>
  Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      key,
      typeof one === 'string'
        ? escapeMessageSyntax(one)
        : Array.isArray(one)
          ? one.map((text: string) => escapeMessageSyntax(text))
          : escapeMessageTree(one as TranslationTree),
    ]),
  )

function escapeMessageTexts(texts: Readonly<Record<string, string>>): TranslationTree {
  return Object.fromEntries(Object.entries(texts).map(([code, text]) => [code, escapeMessageSyntax(text)]))
}

function escapeMessageSyntax(text: string): string {
  return text
    .replaceAll(/'(?=[{}<#'])|(?<=[{}<>#])'/g, "''")
    .replaceAll(/\{(?!\w+\})|(?<!\{\w+)\}|[<>]/g, (mark) => `'${mark}'`)
}
