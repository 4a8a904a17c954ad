// `npm run check`: types, lint, format, unused code, layers, owners of tables, size of the pages. Runs all, and tells which failed.
import { lintStep, runSteps, typeSteps } from './run-steps.ts'
import { writeMessageTypes } from '../web/messages.ts'

writeMessageTypes()

// The longest first. A workspace has a tsconfig.json of its own for editors, and to be checked alone.
const isSound = await runSteps([
  ...typeSteps,
  { name: 'size of the pages', command: ['node', 'scripts/size.ts'], isShown: true },
  { name: 'unused code', command: ['knip'] },
  lintStep,
  { name: 'format', command: ['oxfmt', '--check'] },
  {
    name: 'layers, owners of tables',
    command: ['vitest', 'run', '--project', 'node', 'scripts/layers.test.ts', 'scripts/owners.test.ts'],
  },
])
if (!isSound) process.exit(1)
