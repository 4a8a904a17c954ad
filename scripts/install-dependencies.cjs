// Runs before every npm script, on any Node version, so it is plain ES5. Installs the lockfile's
// packages if the lockfile changed, including the project's own Node. A stamp in node_modules keeps
// the usual case fast.
'use strict'
var childProcess = require('child_process')
var crypto = require('crypto')
var fs = require('fs')
var path = require('path')

var root = path.join(__dirname, '..')
var requiredMajor = 24

/**
 * Explains what to do if neither the project's own Node nor the installed one can run Countersign.
 * @param {string} platform as in `process.platform`
 * @param {string} arch as in `process.arch`
 * @param {string} version as in `process.version`
 * @param {boolean} hasOwnNode whether the project's own Node runs here
 * @returns {string | null} one sentence; null if either of them can
 */
function describeMissingNode(platform, arch, version, hasOwnNode) {
  if (hasOwnNode || Number(/^v(\d+)/.exec(version)[1]) >= requiredMajor) return null
  return (
    'Countersign does not include Node for ' +
    platform +
    '-' +
    arch +
    ', and the installed Node is ' +
    version.slice(1) +
    ': install Node ' +
    requiredMajor +
    ' or newer, for example from https://nodejs.org, and run the command again.'
  )
}

/** Whether package.json pins a Node for this platform. */
function isNodePinned(platform, arch) {
  var manifest = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'))
  return 'node-' + platform.replace('win32', 'win') + '-' + arch in manifest.optionalDependencies
}

/** A pinned Node can still fail, for example one for glibc on Alpine. */
function pinnedNodeRuns() {
  if (process.platform === 'win32') return true
  return childProcess.spawnSync(path.join(root, 'node_modules', '.bin', 'node'), ['--version']).status === 0
}

function refuseMissingNode(hasOwnNode) {
  var problem = describeMissingNode(process.platform, process.arch, process.version, hasOwnNode)
  if (problem === null) return
  console.error(problem)
  process.exit(1)
}

function install() {
  var isPinned = isNodePinned(process.platform, process.arch)
  refuseMissingNode(isPinned)
  var stamp = path.join(root, 'node_modules', '.installed-from')
  var wanted = crypto
    .createHash('sha256')
    .update(fs.readFileSync(path.join(root, 'package-lock.json')))
    .digest('hex')
  if (fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === wanted) return
  console.log('Installing the packages pinned in package-lock.json (once; this takes a minute)…')
  // Shows only errors, because npm on an older system Node warns about packages that run on the
  // Node being installed.
  var isWindows = process.platform === 'win32'
  childProcess.execFileSync(isWindows ? 'npm.cmd' : 'npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
    shell: isWindows,
  })
  refuseMissingNode(isPinned && pinnedNodeRuns())
  fs.writeFileSync(stamp, wanted)
}

module.exports = { describeMissingNode: describeMissingNode }
if (require.main === module) install()
