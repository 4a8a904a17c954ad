// Needs typescript 5. node use-translations.mjs ROOT [--dry]: rewrites uses of the words modules to use-intl's t('path', values)
import ts from 'typescript'
import { writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
const root = process.argv[2], dry = process.argv.includes('--dry')
const configFile = join(root, 'web/tsconfig.json')
const parsed = ts.parseJsonConfigFileContent(ts.readConfigFile(configFile, ts.sys.readFile).config, ts.sys, join(root, 'web'))
const program = ts.createProgram(parsed.fileNames, { ...parsed.options, ignoreDeprecations: '5.0' })
const checker = program.getTypeChecker()
const EN = join(root, 'web/src/words/en/'), WORDS = join(root, 'web/src/words/')
const nameText = (n) => (ts.isStringLiteralLike(n) || ts.isIdentifier(n) || ts.isNumericLiteral(n) ? n.text : null)

function pathOfLiteral(node) {
  // node: ObjectLiteralExpression in words/en
  const path = []
  for (let n = node; n; n = n.parent) {
    if (ts.isPropertyAssignment(n)) path.unshift(...nameText(n.name).split('.'))
    else if (ts.isVariableDeclaration(n)) { path.unshift(n.name.text); return path }
    else if (ts.isArrowFunction(n)) return null
  }
  return null
}
function pathOfType(type) {
  const alias = type.aliasSymbol
  if (alias && ['Words', 'Chapters', 'Catalogue', 'LoadedWords'].includes(alias.name)) return []
  const d = type.symbol?.declarations?.[0]
  if (d && d.getSourceFile().fileName.startsWith(EN)) {
    if (ts.isObjectLiteralExpression(d)) return pathOfLiteral(d)
    if (ts.isSourceFile(d)) return []
  }
  return null
}
const strip = (e) => { while (ts.isParenthesizedExpression(e) || ts.isNonNullExpression(e) || ts.isAsExpression(e)) e = e.expression; return e }
function pathOf(e) {
  e = strip(e)
  if (ts.isPropertyAccessExpression(e)) {
    const p = pathOf(e.expression)
    if (p) {
      if (p.length === 0 && ['words', 'chapters'].includes(e.name.text)) return []
      return [...p, e.name.text]
    }
  } else if (ts.isElementAccessExpression(e)) {
    const p = pathOf(e.expression)
    if (p) { const a = strip(e.argumentExpression); return ts.isStringLiteralLike(a) ? [...p, ...a.text.split('.')] : [...p, { code: a }] }
  }
  if (ts.isIdentifier(e)) { const p = pathOfDeclared(e); if (p) return p }
  return pathOfType(checker.getTypeAtLocation(e))
}
function pathOfDeclared(e) {
  const d = checker.getSymbolAtLocation(e)?.declarations?.[0]
  if (!d || !d.getSourceFile().fileName.startsWith(join(root, 'web/src/')) || d.getSourceFile().fileName.startsWith(WORDS)) return null
  if (ts.isVariableDeclaration(d) && d.initializer && ts.isIdentifier(d.name)) {
    const i = strip(d.initializer)
    return ts.isPropertyAccessExpression(i) || ts.isElementAccessExpression(i) ? pathOf(i) : null
  }
  if (ts.isBindingElement(d)) {
    const names = []
    let n = d
    while (ts.isBindingElement(n)) { names.unshift((n.propertyName ?? n.name).getText().replace(/^'|'$/g, '')); n = n.parent.parent }
    if (ts.isVariableDeclaration(n) && n.initializer) { const p = pathOf(n.initializer); if (p) return [...p, ...names].filter((x, i) => !(i === 0 && ['words', 'chapters'].includes(x))) }
  }
  return null
}
const isLeafType = (t) => (t.flags & (ts.TypeFlags.StringLike)) !== 0 || t.getCallSignatures().length > 0 || (t.isUnion() && t.types.every(isLeafType))
const DELETE = '/*DELETE*/'
const report = []
let rewrites = 0
for (const sf of program.getSourceFiles()) {
  if (sf.isDeclarationFile || !sf.fileName.startsWith(join(root, 'web/src/')) || sf.fileName.startsWith(WORDS)) continue
  const edits = []
  const text = (n) => renderNode(n)
  const say = (n, what) => report.push(`${relative(root, sf.fileName)}:${sf.getLineAndCharacterOfPosition(n.getStart()).line + 1} ${what}: ${n.getText().replace(/\s+/g, ' ').slice(0, 120)}`)
  const render = (p) => {
    if (p.every((x) => typeof x === 'string')) return `'${p.join('.')}'`
    return '`' + p.map((x) => (typeof x === 'string' ? x : '${' + text(x.code) + '}')).join('.') + '`'
  }
  // nested edits: render a node with inner replacements applied
  function renderNode(n) {
    const inner = []
    collect(n, inner)
    let s = n.getText(), base = n.getStart()
    for (const [from, to, w] of inner.sort((a, b) => b[0] - a[0])) s = s.slice(0, from - base) + w + s.slice(to - base)
    return s
  }
  function collect(node, out) {
    const r = rewrite(node)
    if (r !== undefined) { if (r !== null) { out.push([node.getStart(), node.getEnd(), r]); rewrites++ } return }
    ts.forEachChild(node, (c) => collect(c, out))
  }
  // undefined: descend; string: replacement
  function rewrite(node) {
    if (ts.isCallExpression(node)) {
      const callee = strip(node.expression)
      if (ts.isPropertyAccessExpression(callee) || ts.isElementAccessExpression(callee)) {
        const p = pathOf(callee)
        const sig = checker.getResolvedSignature(node)
        if (p && pathOf(callee.expression)) {
          const d = sig?.declaration
          const params = d?.parameters ?? []
          const args = []
          node.arguments.forEach((a, i) => {
            const prm = params[i]
            if (prm && ts.isIdentifier(prm.name)) { const v = text(a), k = prm.name.text.replace(/^_/, ''); args.push(v === k ? k : `${k}: ${v}`) }
            else if (ts.isObjectLiteralExpression(strip(a))) args.push(text(strip(a)).replace(/^\{|\}$/g, '').trim().replace(/,$/, ''))
            else args.push('...' + text(a))
          })
          return `t(${render(p)}${args.length ? `, { ${args.join(', ')} }` : ''})`
        }
      }
      if (ts.isIdentifier(callee)) {
        const p = pathOfDeclared(callee)
        if (p && p.length && isLeafType(checker.getTypeAtLocation(callee))) {
          const params = checker.getResolvedSignature(node)?.declaration?.parameters ?? []
          const args = node.arguments.map((a, i) => { const k = params[i] && ts.isIdentifier(params[i].name) ? params[i].name.text.replace(/^_/, '') : null; const v = text(a); return k === null ? '...' + v : v === k ? k : `${k}: ${v}` })
          return `t(${render(p)}${args.length ? `, { ${args.join(', ')} }` : ''})`
        }
      }
    }
    if (ts.isVariableDeclaration(node) && node.initializer && ts.isIdentifier(node.name)) {
      const init = strip(node.initializer)
      if (ts.isCallExpression(init) && ['useWords', 'useChapter'].includes(init.expression.getText())) return 't = useTranslations()'
      const type = checker.getTypeAtLocation(init)
      const p = pathOf(init)
      if (p && !isLeafType(type)) { say(node, 'local'); return /use(Words|Chapter|Speech)\(/.test(init.getText()) ? 't = useTranslations()' : DELETE }
    }
    if (ts.isVariableDeclaration(node) && node.initializer && ts.isObjectBindingPattern(node.name) && /^useSpeech\(\)$/.test(node.initializer.getText())) {
      const rest = node.name.elements.filter((e) => !['words', 'chapters'].includes((e.propertyName ?? e.name).getText()))
      if (rest.length === node.name.elements.length) return undefined
      return (rest.length ? `{ ${rest.map((e) => e.getText()).join(', ')} } = useSpeech()\n  const ` : '') + 't = useTranslations()'
    }
    if (ts.isVariableDeclaration(node) && node.initializer && ts.isObjectBindingPattern(node.name) && pathOf(node.initializer)) { say(node, 'destructured'); return /use(Words|Chapter|Speech)\(/.test(node.initializer.getText()) ? 't = useTranslations()' : DELETE }
    if ((ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node))) {
      const p = pathOf(node)
      if (p && p.length && pathOf(node.expression) !== null) {
        const type = checker.getTypeAtLocation(node)
        if (isLeafType(type)) {
          if (type.getCallSignatures().length > 0 && !(ts.isCallExpression(node.parent) && node.parent.expression === node)) say(node, 'function as value')
          return `t(${render(p)})`
        }
        const par = node.parent
        const isValue = !(ts.isPropertyAccessExpression(par) && par.expression === node) && !(ts.isElementAccessExpression(par) && par.expression === node)
        if (isValue) { if (ts.isVariableDeclaration(par)) return undefined; say(node, 'object'); if (ts.isCallExpression(par) || ts.isJsxExpression(par)) return 't' }
      }
    }
    if (ts.isIdentifier(node) && ts.isExpression(node) && !(ts.isPropertyAccessExpression(node.parent) && node.parent.name === node) && !ts.isVariableDeclaration(node.parent) && !ts.isBindingElement(node.parent) && !ts.isPropertyAssignment(node.parent) ) {
      const p = pathOfDeclared(node)
      if (p && p.length && isLeafType(checker.getTypeAtLocation(node))) return `t(${render(p)})`
    }
    if (ts.isPropertyAssignment(node) && ts.isIdentifier(node.initializer)) {
      const p = pathOfDeclared(node.initializer)
      if (p && p.length && isLeafType(checker.getTypeAtLocation(node.initializer))) return `${node.name.getText()}: t(${render(p)})`
    }
    if (ts.isIdentifier(node) && !ts.isPropertyAccessExpression(node.parent) && (ts.isCallExpression(node.parent) && node.parent.arguments.includes(node) || ts.isJsxExpression(node.parent))) {
      const p = pathOf(node)
      if (p) return 't'
    }
    if (ts.isShorthandPropertyAssignment(node)) {
      const sym = checker.getShorthandAssignmentValueSymbol(node)
      const dp = pathOfDeclared(node.name)
      if (dp && dp.length && sym && isLeafType(checker.getTypeOfSymbolAtLocation(sym, node))) return `${node.name.text}: t(${render(dp)})`
      if (sym && pathOfType(checker.getTypeOfSymbolAtLocation(sym, node))) return 't'
    }
    if (ts.isParameter(node) && ts.isIdentifier(node.name) && node.type && pathOfType(checker.getTypeAtLocation(node.type))) return `t: Translate`
    if (ts.isPropertySignature(node) && node.type && pathOfType(checker.getTypeAtLocation(node.type))) return `t: Translate` + (node.getText().endsWith(';') ? ';' : '')
    if (ts.isBindingElement(node) && ts.isIdentifier(node.name) && pathOfType(checker.getTypeAtLocation(node.name))) return 't'
    if (ts.isJsxAttribute(node) && node.initializer && ts.isJsxExpression(node.initializer) && node.initializer.expression) {
      const e = node.initializer.expression
      if (pathOf(e) && !isLeafType(checker.getTypeAtLocation(e))) return 't={t}'
    }
    return undefined
  }
  collect(sf, edits)
  if (edits.length === 0) continue
  let s = sf.text
  for (const [from, to, w] of edits.sort((a, b) => b[0] - a[0])) s = s.slice(0, from) + w + s.slice(to)
  {
    const out = []
    let seen = false
    for (const line of s.split('\n')) {
      if (/^\s*const \/\*DELETE\*\/$/.test(line)) continue
      if (/^\S.*(=>|\{|\()$/.test(line) || /^\}/.test(line)) seen = false
      if (/^\s*const t = useTranslations\(\)$/.test(line)) { if (seen) continue; seen = true }
      out.push(line)
    }
    s = out.join('\n')
  }
  const rel = relative(join(sf.fileName, '..'), join(root, 'web/src/i18n')).replaceAll('\\', '/')
  const dots = rel.startsWith('.') ? rel : './' + rel
  s = s.replace(/import \{[^}]*\buse(Words|Chapter)\b[^}]*\} from '[^']*use-words\.ts'\n/g, `import { useTranslations } from 'use-intl'\n`)
  if (/useTranslations\(/.test(s) && !/import \{ useTranslations/.test(s)) s = s.replace(/\n(import )/, `\nimport { useTranslations } from 'use-intl'\n$1`)
  if (/\bTranslate\b/.test(s) && !/import type \{ Translate/.test(s)) s = s.replace(/\n(import )/, `\nimport type { Translate } from '${dots}/translate.ts'\n$1`)
  if (!dry) writeFileSync(sf.fileName, s)
}
console.log(`rewrites ${rewrites}, reported ${report.length}`)
for (const r of report) console.log(r)
