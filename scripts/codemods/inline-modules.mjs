// Needs typescript 5. node inline-modules.mjs ROOT PREFIX[,PREFIX] [maxLines]: merges modules that have one importer, in the same folder, into it
import ts from 'typescript'
import { readFileSync, writeFileSync, existsSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import { dirname, join, basename } from 'node:path'
const [root, prefixes, max = '220', own = '80'] = process.argv.slice(2)
const git = (...a) => execFileSync('git', ['-C', root, ...a], { encoding: 'utf8', maxBuffer: 1e9 })
let merged = 0
const skipped = new Set()
for (;;) {
  const files = git('ls-files').split('\n').filter((f) => /\.(ts|tsx|mjs|js)$/.test(f) && existsSync(join(root, f)))
  const text = new Map(files.map((f) => [f, readFileSync(join(root, f), 'utf8')]))
  const all = git('grep', '-hoE', "[A-Za-z0-9_./-]+\\.tsx?", '--', '.').split('\n')
  const mentions = new Map()
  for (const m of all) { const b = basename(m); mentions.set(b, (mentions.get(b) ?? 0) + 1) }
  const importers = new Map()
  for (const [f, t] of text) for (const m of t.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)) {
    const target = join(dirname(f), m[1]); if (!importers.has(target)) importers.set(target, []); importers.get(target).push([f, m[0].startsWith('import(') ])
  }
  const lines = (f) => text.get(f).split('\n').length - 1
  let did = false
  for (const f of files) {
    if (!prefixes.split(',').some((p) => f.startsWith(p)) || /\.(test|spec)\./.test(f) || skipped.has(f)) continue
    const imp = importers.get(f) ?? []
    if (imp.length !== 1 || imp[0][1]) continue
    const g = imp[0][0]
    if (dirname(g) !== dirname(f) || /\.(test|spec)\./.test(g)) continue
    if (lines(f) > +own || lines(f) + lines(g) > +max) continue
    // named elsewhere (documents, tests that read paths)? then leave
    if ((mentions.get(basename(f)) ?? 0) > 1) { skipped.add(f); continue }
    if (f.endsWith('.tsx') && !g.endsWith('.tsx')) { skipped.add(f); continue }
    const F = ts.createSourceFile(f, text.get(f), ts.ScriptTarget.Latest, true), G = ts.createSourceFile(g, text.get(g), ts.ScriptTarget.Latest, true)
    const isImport = (s) => ts.isImportDeclaration(s)
    if (F.statements.some((s) => ts.isExportDeclaration(s) || ts.isExportAssignment(s)) || text.get(f).includes('export default')) { skipped.add(f); continue }
    const gi = G.statements.filter(isImport)
    const link = gi.filter((s) => join(dirname(g), s.moduleSpecifier.text) === f)
    if (link.some((s) => s.importClause?.namedBindings && ts.isNamespaceImport(s.importClause.namedBindings)) || link.some((s) => s.importClause?.namedBindings?.elements.some((e) => e.propertyName))) { skipped.add(f); continue }
    if (text.get(g).match(new RegExp(`export .* from '\\./${basename(f).replaceAll('.', '\\.')}'`))) { skipped.add(f); continue }
    // declared names must not collide
    const declared = (S) => new Set(S.statements.flatMap((s) => ts.isVariableStatement(s) ? s.declarationList.declarations.map((d) => d.name.getText()) : s.name ? [s.name.text] : []))
    const dF = declared(F), dG = declared(G)
    const importedNames = (S) => new Map(S.statements.filter(isImport).flatMap((s) => { const c = s.importClause; if (!c) return []; const r = []; if (c.name) r.push([c.name.text, s.moduleSpecifier.text]); if (c.namedBindings) { if (ts.isNamespaceImport(c.namedBindings)) r.push([c.namedBindings.name.text, s.moduleSpecifier.text]); else for (const e of c.namedBindings.elements) r.push([e.name.text, s.moduleSpecifier.text + (e.propertyName ? '#' + e.propertyName.text : '')]) } return r }))
    const iF = importedNames(F), iG = importedNames(G)
    const linkNames = new Set(link.flatMap((s) => s.importClause?.namedBindings?.elements?.map((e) => e.name.text) ?? []))
    let clash = [...dF].some((n) => dG.has(n) || (iG.has(n) && !linkNames.has(n))) || [...iF].some(([n, m]) => dG.has(n) || (iG.has(n) && iG.get(n) !== m && !linkNames.has(n)))
    // F's private names used in G's scope under another meaning would be shadowed only locally: fine
    if (clash) { skipped.add(f); continue }
    // imports: module -> {type:Set, value:Set, default, ns, side}
    const mods = new Map()
    const order = []
    const addImports = (S, skip) => { for (const s of S.statements.filter(isImport)) { if (skip?.includes(s)) continue
      const c = s.importClause, spec = s.moduleSpecifier.text
      const raw = s.getText()
      if (!c || c.name || (c.namedBindings && ts.isNamespaceImport(c.namedBindings)) || s.attributes) { if (!order.includes(raw)) order.push(raw); continue }
      const key = (c.isTypeOnly ? 'type ' : '') + spec
      if (!mods.has(key)) { mods.set(key, new Set()); order.push(key) }
      for (const e of c.namedBindings.elements) mods.get(key).add(e.getText())
    } }
    addImports(G, link); addImports(F)
    // drop type imports of names also imported as value
    for (const [k, set] of mods) if (k.startsWith('type ')) { const v = mods.get(k.slice(5)); if (v) for (const n of [...set]) if (v.has(n)) set.delete(n) }
    const importText = order.map((o) => { const set = mods.get(o); if (!set) return o; if (set.size === 0) return null; const t = o.startsWith('type '); return `import ${t ? 'type ' : ''}{ ${[...set].join(', ')} } from '${t ? o.slice(5) : o}'` }).filter(Boolean).join('\n')
    const bodyOf = (S) => { const last = S.statements.filter(isImport).at(-1); const t = S.text; return last ? t.slice(last.getEnd()) : null }
    const headG = G.text.slice(0, gi[0].getStart())
    let bodyF = bodyOf(F) ?? F.text.replace(/^(\/\/[^\n]*\n)+/, '\n')
    bodyF = bodyF.replace(/^export (?=(async )?(function|const|interface|type|class|enum)\b)/gm, (m) => '')
    // what G re-exports? keep export for names that anything else could need: none, single importer
    const onlyHoisted = F.statements.filter((s) => !isImport(s)).every((s) => ts.isFunctionDeclaration(s) || ts.isInterfaceDeclaration(s) || ts.isTypeAliasDeclaration(s))
    const out = onlyHoisted ? `${headG}${importText}\n${bodyOf(G).trimEnd()}\n${bodyF.trimEnd()}\n` : `${headG}${importText}\n${bodyF.trimEnd()}\n${bodyOf(G).trimEnd()}\n`
    writeFileSync(join(root, g), out)
    execFileSync('git', ['-C', root, 'rm', '-qf', f])
    execFileSync('git', ['-C', root, 'add', g])
    console.log(`${f} -> ${basename(g)}`)
    merged++; did = true
    break
  }
  if (!did) break
}
console.log('merged', merged, 'skipped', skipped.size)
