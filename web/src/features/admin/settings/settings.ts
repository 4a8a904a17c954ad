// The settings as their page has them, and what of them can be chosen there.
import type { AdminAnswer, AdminInput } from '@countersign/api/admin-calls'
import { translateKnown } from '../../../i18n/translate.ts'
import type { Translate } from '../../../i18n/translate.ts'

export type Settings = AdminAnswer<'readSettings'>

/** What a setting is for: in the language of the page, or else as the server says it, in English. */
export const sayAbout = (t: Translate, { name, about }: Settings['settings'][number]): string =>
  translateKnown(t, 'settingAbouts', name) ?? about

export type Choices = AdminInput<'changeBranding'>['body']
