// `npm run test:quick`: types, lint, and the unit and component tests with SQLite alone, for use between two edits.
import { lintStep, runSteps, typeSteps } from './run-steps.ts'
import { writeMessageTypes } from '../web/messages.ts'

writeMessageTypes()

const isSound = await runSteps([
  {
    name: 'unit and component tests, SQLite',
    command: ['vitest', 'run', '--project', '!chromium', '--reporter=dot'],
    environment: { TEST_DATABASES: 'sqlite' },
    isShown: true,
  },
  ...typeSteps,
  lintStep,
])
if (!isSound) process.exit(1)
