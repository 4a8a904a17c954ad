// Translator for tests without a browser; throws on missing or malformed messages.
import type { InterfaceLanguage } from '@countersign/api/interface-languages'
import { createTranslator } from 'use-intl/core'
import { readAllTranslations } from '../../compile-translations.ts'
import type { Messages } from '../i18n/messages.generated.d.ts'
import type { Translate } from '../i18n/ui-translation-functions.ts'

export function createTestTranslator(language: InterfaceLanguage): Translate {
  const messages = readAllTranslations(language) as unknown as Messages
  const onError = (error: Error): never => {
    throw error
  }
  return createTranslator({ locale: language, messages, onError }) as unknown as Translate
}
