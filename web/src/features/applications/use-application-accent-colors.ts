import { useEffect } from 'react'
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import { buildAccentColorCss, addAdoptedStyleSheet } from '../../api/apply-site-branding.ts'

export function useApplicationAccentColors(accents: ApiEndpointOutput<'readInteraction'>['accents'] | undefined): void {
  const rules = accents === undefined ? '' : buildAccentColorCss(accents)
  useEffect(() => addAdoptedStyleSheet(rules), [rules])
}
