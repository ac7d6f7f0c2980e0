import { expect, stopClock } from './fixtures.ts'
import { expectAccessible, REFUSED_KEPT, toast } from './pages/app.ts'
import { waitUntilKept } from './pages/device.ts'
import { test } from './pages/safety.ts'

/** A call that gives her a reason to leave. */

test.describe('the safe call', () => {
  test.use({ expectedErrors: [REFUSED_KEPT], serviceWorkers: 'allow' })

  test('rings offline, is answered, speaks half a second later and ends @phone', async ({
    page,
    context,
    enter,
  }) => {
    await page.addInitScript(() => {
      const sounds: { seconds: number; loop: boolean }[] = []
      Object.assign(window, { sounds })
      const start = AudioBufferSourceNode.prototype.start
      AudioBufferSourceNode.prototype.start = function (...when) {
        sounds.push({ seconds: this.buffer!.duration, loop: this.loop })
        start.apply(this, when)
      }
    })
    const sounds = () =>
      page.evaluate(() => (window as unknown as { sounds: { seconds: number; loop: boolean }[] }).sounds)
    await page.clock.install()
    await enter([])
    await page.getByLabel('Quién llama').fill('Tía Rosa')
    await waitUntilKept(page)
    await context.setOffline(true)
    await page.reload()
    await expect(page.getByLabel('Quién llama')).toHaveValue('Tía Rosa')

    await stopClock(page)
    await page.getByRole('button', { name: 'Recibir llamada' }).click()
    const call = page.getByRole('dialog')
    await expect(call).toContainText('Tía Rosa')
    await expect(call).toContainText('Llamada entrante…')
    await expect.poll(sounds).toMatchObject([{ loop: true }])
    const notice = toast(page, 'Contesta cuando quieras')
    await page.clock.runFor(6_900)
    await expect(notice).toBeVisible()
    await page.clock.runFor(200)
    await expect(notice).toBeHidden()

    await call.getByRole('button', { name: 'Contestar' }).click()
    await page.clock.runFor(490)
    expect(await sounds()).toHaveLength(1)
    await page.clock.runFor(20)
    await expect.poll(async () => (await sounds()).length).toBe(2)
    expect((await sounds())[1]!.seconds).toBeGreaterThan(60)
    await page.clock.runFor(2_000)
    await expect(call).toContainText('00:02')
    await page.clock.resume()
    await expectAccessible(page)
    await call.getByRole('button', { name: 'Colgar' }).click()
    await expect(call).toBeHidden()
    await expect(page.getByRole('button', { name: 'Recibir llamada' })).toBeFocused()

    await page.evaluate(() => {
      AudioContext.prototype.decodeAudioData = () => Promise.reject(new Error('no codec'))
    })
    await page.getByRole('button', { name: 'Recibir llamada' }).click()
    await expect(toast(page, 'Error de audio')).toBeVisible()
    await expect(call).toBeHidden()
  })
})
