import { expect, it } from 'vitest'
import { failedInPlaywright, failedInVitest } from './lib/failures.mjs'

it('names each failed test of Vitest, and each file that did not run', () => {
  const lines = '\nat it'.repeat(30)
  const report = {
    testResults: [
      {
        name: 'a.test.ts',
        status: 'failed',
        message: '',
        assertionResults: [
          { status: 'passed', fullName: 'stands', failureMessages: [] },
          {
            status: 'failed',
            fullName: 'group falls',
            failureMessages: [`\u001b[31mError: no\u001b[39m${lines}`],
          },
        ],
      },
      { name: 'b.test.ts', status: 'failed', message: 'cannot import', assertionResults: [] },
      { name: 'c.test.ts', status: 'passed', message: '', assertionResults: [] },
    ],
  }
  expect(failedInVitest(report)).toEqual([
    `✗ a.test.ts › group falls\n    Error: no${'\n    at it'.repeat(11)}`,
    '✗ b.test.ts\n    cannot import',
  ])
  expect(failedInVitest(undefined)).toEqual([])
})

it('names what failed in a browser, and what passed only the second time', () => {
  const spec = (title: string, status: string, message?: string) => ({
    title,
    file: 'x.spec.ts',
    line: 7,
    tests: [{ projectName: 'phone', status, results: [{}, { error: { message } }] }],
  })
  const suites = [
    {
      title: 'x.spec.ts',
      specs: [spec('stands', 'expected')],
      suites: [
        { title: 'group', specs: [spec('falls', 'unexpected', 'no'), spec('wavers', 'flaky', 'late')] },
      ],
    },
  ]
  expect(failedInPlaywright({ suites })).toEqual([
    '✗ [phone] x.spec.ts:7 › falls\n    no',
    '~ passed the second time: [phone] x.spec.ts:7 › wavers\n    late',
  ])
})
