// The login and consent redirect: where the browser goes when an application's sign-in needs the person, to the sign-in or the consent
// screen, in the language that the application asked for.
import type { KoaContext } from 'oidc-provider'
import { interfaceLanguages } from '@countersign/api/interface-languages'

interface InteractionModel {
  uid: string
  prompt: { name: string }
  params: { ui_locales?: string }
}

/** The provider's setting `interactions.url`. */
export function getOidcInteractionUrl(_ctx: KoaContext, { uid, prompt, params }: InteractionModel): string {
  const language = params.ui_locales
    ?.toLowerCase()
    .split(' ')
    .map((tag) => tag.split('-')[0] ?? '')
    .find((tag) => interfaceLanguages.some((language) => language === tag))
  const query = new URLSearchParams({ interaction: uid, ...(language !== undefined && { lang: language }) })
  return `${prompt.name === 'consent' ? '/consent' : '/sign-in'}?${query}`
}
