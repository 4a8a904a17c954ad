import type { KoaContext } from 'oidc-provider'
import { interfaceLanguages } from '@countersign/api/interface-languages'

interface InteractionModel {
  uid: string
  prompt: { name: string }
  params: { ui_locales?: string }
}

export function getOidcInteractionUrl(_ctx: KoaContext, { uid, prompt, params }: InteractionModel): string {
  const language = params.ui_locales
    ?.toLowerCase()
    .split(' ')
    .map((tag) => tag.split('-')[0] ?? '')
    .find((tag) => interfaceLanguages.some((language) => language === tag))
  const query = new URLSearchParams({ interaction: uid, ...(language !== undefined && { lang: language }) })
  return `${prompt.name === 'consent' ? '/consent' : '/sign-in'}?${query}`
}
