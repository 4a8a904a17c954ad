// `npm run test:quick`: types, lint, and tests on SQLite only, for use between edits.
import { lintCheckStep, runCodeCheckSteps, typeScriptCheckSteps } from './run-check-steps.ts'
import { writeTranslationTypes } from '../web/compile-translations.ts'

writeTranslationTypes()

const isSound = await runCodeCheckSteps([
  {
    name: 'unit and component tests, SQLite',
    command: ['vitest', 'run', '--project', '!chromium', '--reporter=dot'],
    environment: { TEST_DATABASES: 'sqlite' },
    isShown: true,
  },
  ...typeScriptCheckSteps,
  lintCheckStep,
])
if (!isSound) process.exit(1)
