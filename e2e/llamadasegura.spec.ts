import { expect, stopClock } from './fixtures.ts'
import { expectAccessible, REFUSED, toast } from './pages/app.ts'
import { waitUntilKept } from './pages/device.ts'
import { test } from './pages/safety.ts'

/** A call that gives her a reason to leave. */

test.describe('the safe call', () => {
  test.use({ expectedErrors: [REFUSED], serviceWorkers: 'allow' })

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
    const choices = (legend: string) => page.getByRole('group', { name: legend }).getByRole('radio')
    await expect(choices('Quién llama')).toHaveCount(3)
    await expect(choices('Cuándo')).toHaveCount(4)
    for (const name of ['En 30 s', 'En 2 min', 'En 5 min'])
      await expect(page.getByRole('radio', { name })).toBeAttached()
    await page.getByText('Mi hermana', { exact: true }).click()
    await page.getByLabel('Cómo aparece en la pantalla').fill('Tía Rosa')
    await waitUntilKept(page)
    await context.setOffline(true)
    await page.reload()
    await expect(page.getByRole('radio', { name: 'Tía Rosa' })).toBeChecked()
    await expect(page.getByLabel('Cómo aparece en la pantalla')).toHaveValue('Tía Rosa')

    await stopClock(page)
    await page.getByRole('button', { name: 'Recibir llamada' }).click()
    const call = page.getByRole('dialog')
    await expect(call).toContainText('Tía Rosa')
    await expect.poll(sounds).toMatchObject([{ loop: true }])
    // It says that it is a call for seven seconds, as part of the call: nothing of the app stands over it.
    const notice = call.getByRole('status').filter({ hasText: 'Llamada entrante' })
    await page.clock.runFor(6_900)
    await expect(notice).toBeVisible()
    await expect(toast(page, '')).toHaveCount(0)
    await page.clock.runFor(200)
    await expect(notice).toBeHidden()
    await expect(call).toContainText('Llamada entrante…')

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

    // In a while: taken back once, then it rings in another room, with what she chose.
    await page.getByText('En 2 min', { exact: true }).click()
    await page.getByRole('button', { name: 'Recibir llamada' }).click()
    await page.getByRole('button', { name: 'Cancelar llamada' }).click()
    await page.getByText('En 30 s', { exact: true }).click()
    await stopClock(page)
    await page.getByRole('button', { name: 'Recibir llamada' }).click()
    await expect(page.getByRole('timer')).toContainText('Te llaman en 0:30')
    await page.getByRole('link', { name: /Apoyo y refugios/ }).click()
    await page.clock.runFor(29_900)
    await expect(call).toBeHidden()
    await page.clock.runFor(200)
    await expect(call).toContainText('Tía Rosa')
    await call.getByRole('button', { name: 'Rechazar' }).click()
    await expect(call).toBeHidden()
    await page.clock.resume()
    await page.goBack()

    // Where nothing can be played it opens all the same, says so as a telephone would, and tells her afterwards.
    for (const refuse of [
      () => {
        AudioContext.prototype.resume = () => Promise.reject(new DOMException('refused', 'NotAllowedError'))
      },
      () => {
        AudioContext.prototype.decodeAudioData = () => Promise.reject(new Error('no codec'))
      },
      () => {
        Object.assign(window, { AudioContext: undefined })
      },
    ]) {
      await page.reload()
      await page.evaluate(refuse)
      await page.getByRole('button', { name: 'Recibir llamada' }).click()
      await expect(call.getByText('Sin sonido')).toBeVisible()
      await call.getByRole('button', { name: 'Contestar' }).click()
      await expect(call).toContainText('00:01')
      await expect(call.getByText('Sin sonido')).toBeVisible()
      await call.getByRole('button', { name: 'Colgar' }).click()
      await expect(toast(page, 'Error de audio')).toContainText('se abre sin sonido')
      await expect(call).toBeHidden()
    }
  })
})
