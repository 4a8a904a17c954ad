// Needs typescript 5. node words-to-messages.mjs ROOT OUT: words modules -> nested ICU JSON; reports what needs a hand
import ts from 'typescript'
import { globSync, readFileSync, writeFileSync, mkdirSync } from 'node:fs'
import { join, basename } from 'node:path'
const [root, out] = process.argv.slice(2)
const esc = (s) => s.replace(/'(?=[{}<#'])/g, "''").replace(/[{}<>]/g, (c) => `'${c}'`)
const todo = []
for (const lang of ['en', 'de']) {
  const top = {}
  const files = globSync(join(root, `web/src/words/${lang}/*.ts`)).filter((f) => !/(catalogue|account-page|admin-page|common)\.ts$/.test(f))
  for (const f of files) {
    const sf = ts.createSourceFile(f, readFileSync(f, 'utf8'), ts.ScriptTarget.Latest, true)
    const consts = {}
    const unwrap = (v) => { while (v && (ts.isSatisfiesExpression(v) || ts.isAsExpression(v) || ts.isParenthesizedExpression(v))) v = v.expression; return v }
    for (const s of sf.statements) if (ts.isVariableStatement(s)) for (const d of s.declarationList.declarations) consts[d.name.getText()] = unwrap(d.initializer)
    const icu = (n, ps) => {
      n = unwrap(n)
      if (ts.isStringLiteralLike(n)) return esc(n.text)
      if (ts.isTemplateExpression(n)) {
        let r = esc(n.head.text)
        for (const s of n.templateSpans) { const x = icu(s.expression, ps); if (x === null) return null; r += x + esc(s.literal.text) }
        return r
      }
      if (ts.isIdentifier(n)) {
        if (ps.has(n.text)) return `{${n.text}}`
        if (consts[n.text]) return icu(consts[n.text], new Set())
        return null
      }
      if (ts.isBinaryExpression(n) && n.operatorToken.kind === ts.SyntaxKind.PlusToken) { const a = icu(n.left, ps), b = icu(n.right, ps); return a === null || b === null ? null : a + b }
      if (ts.isCallExpression(n) && ts.isIdentifier(n.expression) && consts[n.expression.text] && ts.isArrowFunction(consts[n.expression.text])) {
        const fn = consts[n.expression.text]
        const names = fn.parameters.map((p) => p.name.getText())
        if (n.arguments.every((a, i) => ts.isIdentifier(a) && ps.has(a.text) && a.text === names[i])) return icu(fn.body, new Set(names))
        return null
      }
      if (ts.isElementAccessExpression(n) && ts.isIdentifier(n.expression) && consts[n.expression.text] && ts.isObjectLiteralExpression(consts[n.expression.text])) {
        const a = unwrap(n.argumentExpression)
        const name = ts.isIdentifier(a) && ps.has(a.text) ? a.text : ts.isPropertyAccessExpression(a) ? a.name.text : null
        if (name === null) return null
        const cases = consts[n.expression.text].properties.map((p) => [p.name.text, icu(p.initializer, ps)])
        if (cases.some(([, v]) => v === null)) return null
        const last = cases.pop()
        return `{${name}, select, ${cases.map(([k, v]) => `${k} {${v}}`).join(' ')} other {${last[1]}}}`
      }
      if (ts.isCallExpression(n) && n.expression.getText() === 'chainName') return '{chain}'
      if (ts.isPropertyAccessExpression(n) && ts.isIdentifier(n.expression) && ps.has(n.expression.text)) return `{${n.name.text}}`
      if (ts.isConditionalExpression(n)) {
        const cases = []
        let c = n, v = null
        while (ts.isConditionalExpression(c)) {
          const t = unwrap(c.condition)
          if (ts.isIdentifier(t) && /^is[A-Z]/.test(t.text) && ps.has(t.text) && cases.length === 0) {
            const a = icu(c.whenTrue, ps), b = icu(c.whenFalse, ps)
            if (a === null || b === null) return null
            if (t.text === 'isOne') { const num = ps.has('written') ? 'written' : 'count'; return `{${num}, plural, one {${a}} other {${b.replaceAll(`{${num}}`, '#')}}}` }
            return `{${t.text}, select, true {${a}} other {${b}}}`
          }
          if (!ts.isBinaryExpression(t) || t.operatorToken.kind !== ts.SyntaxKind.EqualsEqualsEqualsToken || !ts.isIdentifier(t.left) || !ps.has(t.left.text)) return null
          if (v !== null && v !== t.left.text) return null
          v = t.left.text
          const r = unwrap(t.right)
          const val = r.kind === ts.SyntaxKind.NullKeyword ? 'null' : ts.isNumericLiteral(r) ? r.text : ts.isStringLiteralLike(r) ? JSON.stringify(r.text) : null
          if (val === null) return null
          const a = icu(c.whenTrue, ps)
          if (a === null) return null
          cases.push([val, a])
          c = unwrap(c.whenFalse)
        }
        const rest = icu(c, ps)
        if (rest === null) return null
        if (cases.every(([k]) => /^\d+$/.test(k) || k === '"1"')) return `{${v}, plural, ${cases.map(([k, a]) => `${k === '0' ? '=0' : k === '1' || k === '"1"' ? 'one' : '=' + k} {${a.replaceAll(`{${v}}`, '#')}}`).join(' ')} other {${rest.replaceAll(`{${v}}`, '#')}}}`
        if (cases.length === 1 && cases[0][0] === 'null') return `{${v}, select, none {${cases[0][1]}} other {${rest}}}`
        if (cases.length === 1 && cases[0][0] === '""') return `{${v}, select, none {${cases[0][1]}} other {${rest}}}`
        return null
      }
      return null
    }
    const value = (v, path) => {
      v = unwrap(v)
      if (ts.isIdentifier(v) && consts[v.text]) v = consts[v.text]
      if (ts.isObjectLiteralExpression(v)) return object(v, path)
      if (ts.isArrayLiteralExpression(v)) return v.elements.map((e, i) => value(e, [...path, i]))
      if (ts.isArrowFunction(v)) {
        const ps = new Set(v.parameters.flatMap((p) => (ts.isIdentifier(p.name) ? [p.name.text] : p.name.elements.map((e) => e.name.getText()))))
        const r = ts.isBlock(v.body) ? null : icu(v.body, ps)
        if (r !== null) return r
        todo.push(`${lang} ${path.join('.')}: ${v.getText().replace(/\s+/g, ' ')}`)
        return 'TODO'
      }
      if (ts.isCallExpression(v) && v.expression.getText() === 'panel') { const [a, b, c] = v.arguments; return { title: value(a, [...path, 'title']), text: value(b, [...path, 'text']), main: value(c, [...path, 'main']) } }
      const r = icu(v, new Set())
      if (r !== null) return r
      todo.push(`${lang} ${path.join('.')}: ${v.getText().replace(/\s+/g, ' ').slice(0, 200)}`)
      return 'TODO'
    }
    const set = (o, key, v) => {
      const parts = key.split('.')
      for (const p of parts.slice(0, -1)) o = o[p] ??= {}
      const last = parts.at(-1)
      if (typeof o === 'string') todo.push(`${lang} collision ${key}`)
      else if (o[last] !== undefined) Object.assign(o[last], v)
      else o[last] = v
    }
    const object = (o, path) => {
      const r = {}
      for (const p of o.properties) {
        if (ts.isPropertyAssignment(p)) { const k = ts.isStringLiteralLike(p.name) || ts.isIdentifier(p.name) ? p.name.text : p.name.getText(); set(r, k, value(p.initializer, [...path, k])) }
        else if (ts.isShorthandPropertyAssignment(p) && consts[p.name.text]) set(r, p.name.text, value(consts[p.name.text], [...path, p.name.text]))
        else if (ts.isSpreadAssignment(p) && consts[p.expression.getText()]) Object.assign(r, value(consts[p.expression.getText()], path))
        else todo.push(`${lang} ${path.join('.')}: ${p.getText().slice(0, 120)}`)
      }
      return r
    }
    for (const s of sf.statements) if (ts.isVariableStatement(s) && s.modifiers?.some((m) => m.kind === ts.SyntaxKind.ExportKeyword)) for (const d of s.declarationList.declarations) {
      const v = unwrap(d.initializer)
      if (v && (ts.isObjectLiteralExpression(v) || ts.isStringLiteralLike(v))) top[d.name.getText()] = value(v, [d.name.getText()])
      else todo.push(`${lang} ${basename(f)} export ${d.name.getText()}`)
    }
  }
  mkdirSync(join(out, lang), { recursive: true })
  writeFileSync(join(out, lang, 'all.json'), JSON.stringify(top, null, 2) + '\n')
}
console.log(todo.length); for (const t of todo) console.log(t)
