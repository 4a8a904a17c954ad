// Theming: puts a page in the colours of the application that asks, for as long as it is about that application.
import { useEffect } from 'react'
import type { CallAnswer } from '@countersign/api/calls'
import { accentRules, applyRules } from '../../api/branding.ts'

/** @param accents undefined until they are known */
export function useAccents(accents: CallAnswer<'readInteraction'>['accents'] | undefined): void {
  const rules = accents === undefined ? '' : accentRules(accents)
  useEffect(() => applyRules(rules), [rules])
}
