import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node'

export interface TestRunCounts {
  passed: number
  failed: number
  skipped: number
  failures: string[]
}

/** The name lacks COUNTERSIGN_, because programs that tests start refuse unknown settings. */
const file = process.env['TEST_RESULT_FILE']

export default class VitestCountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
    const counts: TestRunCounts = { passed: 0, failed: 0, skipped: 0, failures: [] }
    const fail = (where: string, errors: readonly { message: string }[]): void => {
      counts.failed += 1
      counts.failures.push(`${where}: ${errors.map(({ message }) => message.split('\n', 1)[0]).join('; ')}`)
    }
    for (const module of modules) {
      const name = relative(process.cwd(), module.moduleId)
      // Errors outside tests: a module that fails to load, or a failing hook.
      if (module.errors().length > 0) fail(name, module.errors())
      for (const suite of module.children.allSuites())
        if (suite.errors().length > 0) fail(`${name}: ${suite.fullName}`, suite.errors())
      for (const test of module.children.allTests()) countTest(test, `${name}: ${test.fullName}`)
    }
    for (const error of unhandledErrors) fail('outside of any test', [{ message: String(error.message) }])
    if (file !== undefined) writeFileSync(file, JSON.stringify(counts))

    function countTest(test: TestCase, name: string): void {
      const { state, errors = [] } = test.result()
      if (state === 'passed') counts.passed += 1
      else if (state === 'failed') fail(name, errors)
      else counts.skipped += 1
    }
  }
}
