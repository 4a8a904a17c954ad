// A line of the activity in a few words. What the log writes of strangers is made fit to stand in a sentence (THREATS N4).
import { translateKnown } from '../../../i18n/translate.ts'
import type { Translate } from '../../../i18n/translate.ts'
import type { AdminEvent } from '@countersign/api/admin-calls'
import { wayOfMethod } from '@countersign/api/ways'
import { cleanText } from '../../../ui/clean-text.ts'
import { isLikeAddress, shortAddress } from '../../../ui/address-form.ts'
import { sayReason } from './say-reason.ts'

/** What a kind of line says. */
export function sayType(t: Translate, type: string): string {
  return translateKnown(t, 'adminActivity.lines', type) ?? t('adminActivity.unknownLine', { type: cleanText(type, 40) })
}

/** What tells a line from others of its kind: why it was refused or ended, which role or group it was about. */
export function sayParticulars(t: Translate, { type, details }: Pick<AdminEvent, 'type' | 'details'>): string {
  const detail = (name: string): string => cleanText(String(details[name] ?? ''), 120)
  const plain = ['group', 'format', 'changed', 'permissions'].map(detail)
  return [
    sayReason(t, { type, details }) ?? '',
    translateKnown(t, 'admin.roles', detail('role')) ?? detail('role'),
    sayMethod(t, detail('method')),
    details['signedOn'] === 'another-device' ? t('adminActivity.elsewhere') : '',
    ...plain,
  ]
    .filter((text) => text !== '')
    .join(' · ')
}

/** How something was proved, in words: the method of a proof is a name from a standard. */
export function sayMethod(t: Translate, method: string): string {
  const way = wayOfMethod.get(method)
  return way === undefined ? cleanText(method, 40) : t(`adminActivity.ways.${way}`)
}

/** Who did it, in words. */
export function sayActor(t: Translate, { actor, person }: Pick<AdminEvent, 'actor' | 'person'>): string {
  switch (actor.kind) {
    case 'person':
      return actor.id === person?.id ? t('adminActivity.actors.self') : sayName(actor)
    case 'token': {
      const name = actor.name === null ? '' : cleanText(actor.name, 64)
      return t('adminActivity.actors.tokenOf', {
        token: name === '' ? t('adminActivity.actors.unnamedToken') : t('adminActivity.actors.token', { name }),
        owner: sayName(actor.owner),
      })
    }
    case 'operator': {
      const user = cleanText(actor.systemUser ?? '', 64)
      return user === '' ? t('adminActivity.actors.operator') : t('adminActivity.actors.operatorNamed', { user })
    }
    case 'server':
      return t('adminActivity.actors.server', { cause: t(`adminActivity.causes.${actor.cause}`) })
    default:
      return t(`adminActivity.actors.${actor.kind}`)
  }
}

/** What an application is called, also one that is gone. */
export const nameApplication = ({ id, name }: NonNullable<AdminEvent['application']>): string =>
  cleanText(name ?? id, 64) || cleanText(id, 64)

/** Who has no name is called by their address. */
function sayName({ id, name }: { id: string; name: string | null }): string {
  const clean = name === null ? '' : cleanText(name, 64)
  return clean === '' ? id : isLikeAddress(clean) ? shortAddress(clean) : clean
}

/** What a line names that is neither a person nor an application; null where it names nothing else. */
export function sayThing(t: Translate, { type, details }: Pick<AdminEvent, 'type' | 'details'>): string | null {
  const detail = (name: string): string => cleanText(String(details[name] ?? ''), 120)
  if (type.startsWith('key.'))
    return t('adminActivity.things.key', { algorithm: detail('algorithm'), generation: detail('generation') })
  if (type === 'branding.changed') return t('adminActivity.things.branding')
  return detail('group') || detail('resource') || null
}
