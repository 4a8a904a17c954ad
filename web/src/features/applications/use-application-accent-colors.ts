// Theming: puts a page in the colors of the application that asks, for as long as it is about that application.
import { useEffect } from 'react'
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import { buildAccentColorCss, addAdoptedStyleSheet } from '../../api/apply-site-branding.ts'

/** @param accents undefined until they are known */
export function useApplicationAccentColors(accents: ApiEndpointOutput<'readInteraction'>['accents'] | undefined): void {
  const rules = accents === undefined ? '' : buildAccentColorCss(accents)
  useEffect(() => addAdoptedStyleSheet(rules), [rules])
}
