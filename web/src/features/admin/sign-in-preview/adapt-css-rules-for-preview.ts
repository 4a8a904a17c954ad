// Rewrites CSS media queries for a preview, to simulate a color mode and a pointer type.
import type { ColorMode } from '@countersign/api/accent-colors'

const always = '(min-width: 0)'
const never = '(max-width: 0)'

export function adaptCssRulesForPreview(mode: ColorMode, isTouched: boolean, rules: string): string {
  return rules
    .replace(/\(prefers-color-scheme:\s*(light|dark)\)/g, (_, asked) => (asked === mode ? always : never))
    .replace(/\(pointer:\s*(coarse|fine)\)/g, (_, asked) => ((asked === 'coarse') === isTouched ? always : never))
}

export const readDocumentCssRules = ({ styleSheets }: Document): string =>
  [...styleSheets].flatMap(({ cssRules }) => [...cssRules].map(({ cssText }) => cssText)).join('\n')
