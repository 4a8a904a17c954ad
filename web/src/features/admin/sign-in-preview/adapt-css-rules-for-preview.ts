// The rules of the page's own style sheets as another page would have them: in the mode that a preview is in, and by the pointer of its device, whatever those
// of this browser are. What a rule asks of the width and the height, the frame answers by its own.
import type { ColorMode } from '@countersign/api/accent-colors'

/** Conditions that hold everywhere, and nowhere. */
const always = '(min-width: 0)'
const never = '(max-width: 0)'

/** @param rules of a style sheet @param isTouched whether the device is touched, and not pointed at */
export function adaptCssRulesForPreview(mode: ColorMode, isTouched: boolean, rules: string): string {
  return rules
    .replace(/\(prefers-color-scheme:\s*(light|dark)\)/g, (_, asked) => (asked === mode ? always : never))
    .replace(/\(pointer:\s*(coarse|fine)\)/g, (_, asked) => ((asked === 'coarse') === isTouched ? always : never))
}

/** The rules of every style sheet that a document has by itself. */
export const readDocumentCssRules = ({ styleSheets }: Document): string =>
  [...styleSheets].flatMap(({ cssRules }) => [...cssRules].map(({ cssText }) => cssText)).join('\n')
