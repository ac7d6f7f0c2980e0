import { stripVTControlCharacters } from 'node:util'

/**
 * What the reports of the runners say of the tests that failed, so that the last lines of a long run name them.
 */

/** The first lines of an error, without colours. @param {string} message */
function brief(message) {
  return stripVTControlCharacters(message).trim().split('\n').slice(0, 12).join('\n    ')
}

/**
 * @param {VitestReport | undefined} report of Vitest's `json` reporter
 * @returns {string[]} name and error of each failed test, and of each file that could not be run
 * @typedef {{ testResults: { name: string, status: string, message: string, assertionResults: { status: string, fullName: string, failureMessages: string[] }[] }[] }} VitestReport
 */
export function failedInVitest(report) {
  return (report?.testResults ?? []).flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (failed.length === 0) return status === 'failed' ? [`✗ ${name}\n    ${brief(message)}`] : []
    return failed.map((test) => `✗ ${name} › ${test.fullName}\n    ${brief(test.failureMessages.join('\n'))}`)
  })
}

/**
 * @param {PlaywrightReport | undefined} report of Playwright's `json` reporter
 * @returns {string[]} name and error of each test that failed, or that passed only the second time
 * @typedef {{ title: string, specs?: PlaywrightSpec[], suites?: PlaywrightSuite[] }} PlaywrightSuite
 * @typedef {{ title: string, file: string, line: number, tests: { projectName: string, status: string, results: { error?: { message?: string } }[] }[] }} PlaywrightSpec
 * @typedef {{ suites: PlaywrightSuite[] }} PlaywrightReport
 */
export function failedInPlaywright(report) {
  /** @param {PlaywrightSuite} suite @returns {PlaywrightSpec[]} */
  const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)]
  return (report?.suites ?? []).flatMap(specsOf).flatMap(({ title, file, line, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ projectName, status, results }) => {
        const message = results.find(({ error }) => error)?.error?.message ?? ''
        return `${status === 'flaky' ? '~ passed the second time:' : '✗'} [${projectName}] ${file}:${line} › ${title}\n    ${brief(message)}`
      }),
  )
}
