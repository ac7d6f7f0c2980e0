import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, type Member, test } from '../fixtures.ts'
import { expectAccessible, openMonth, toast } from '../pages/app.ts'
import { answersOnDevice } from '../pages/device.ts'

const ZONE = 'America/Mexico_City'

const today = (page: Page) => page.locator('[aria-current="date"]')
const rows = (page: Page) =>
  page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^Editar/ }) })
const deviceSwitch = (page: Page) => page.getByRole('switch', { name: 'Avisos en este dispositivo' })

async function eventsOf(member: Member) {
  const { data, error } = await member.client.from('agenda_personal').select('*').order('fecha').order('hora')
  expect(error).toBeNull()
  return data!
}

/** Day and hour on her clock, so many minutes from now. */
function inMinutes(minutes: number) {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone: ZONE,
    dateStyle: 'short',
    timeStyle: 'short',
    hourCycle: 'h23',
  }).format(Date.now() + minutes * 60_000)
  const [fecha, hora] = parts.split(', ')
  return { fecha: fecha!, hora: hora! }
}

test('an event is added, seen in its day, changed and deleted; what she left unfinished is open again', async ({
  page,
  makeMember,
  signIn,
}) => {
  const member = await makeMember()
  await signIn(page, member, '/agenda')
  await expect(page.getByText('No hay eventos para este día.')).toBeVisible()
  const fecha = (await today(page).getAttribute('data-fecha'))!

  const form = page.getByRole('region', { name: 'Nuevo evento' })
  const add = page.getByRole('button', { name: 'Nuevo evento', exact: true })
  await expect(form).not.toBeInViewport({ ratio: 0.5 })
  await add.click()
  await expect(page.getByLabel('Título')).toBeFocused()
  await expect(form).toBeInViewport({ ratio: 0.9 })
  await expect(add, 'covers nothing of the form').toBeHidden()
  await page.getByRole('button', { name: 'Agregar evento' }).click()
  await expect(toast(page, 'Faltan datos')).toContainText('El título y la fecha son obligatorios.')
  await page.getByLabel('Título').fill('Terapia')
  await page.getByLabel('Tipo').selectOption('Cita')
  await page.getByLabel('Hora (opcional)').fill('17:00')
  await page.getByRole('button', { name: 'Agregar evento' }).click()
  await expect(toast(page, 'Evento agregado')).toBeVisible()
  await expect(today(page)).toHaveAccessibleName(/un evento$/)
  await expect(page.locator('#dia-elegido'), 'the day says that it is there').toBeFocused()
  await expect(page.locator('#dia-elegido')).toBeInViewport()
  await expect(page.getByLabel('Tipo'), 'the next one does not stay an appointment').toHaveValue('evento')
  await page.getByLabel('Título').fill('Mercado 🌸')
  await page.getByLabel('Tipo').selectOption('Recordatorio')
  await page.getByLabel('Hora (opcional)').fill('09:05')
  await page.getByRole('switch', { name: 'Avisarme' }).click()
  await page.getByRole('button', { name: 'Agregar evento' }).click()
  await expect(rows(page)).toHaveText([/Mercado 🌸.*09:05.*sin aviso/, /Terapia.*17:00.*con aviso/])
  expect(await eventsOf(member)).toMatchObject([
    { fecha, hora: '09:05:00', titulo: 'Mercado 🌸', tipo: 'recordatorio', notificar: false },
    { fecha, hora: '17:00:00', titulo: 'Terapia', tipo: 'cita', notificar: true },
  ])
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Editar Terapia' }).click()
  await expect(page.getByLabel('Título')).toBeFocused()
  await expect(page.getByRole('region', { name: 'Editar evento' })).toBeInViewport({ ratio: 0.8 })
  await page.getByLabel('Hora (opcional)').fill('08:00')
  await page.getByRole('button', { name: 'Guardar cambios' }).click()
  await expect(rows(page)).toHaveText([/Terapia.*08:00/, /Mercado/])
  await expect(page.getByRole('heading', { name: 'Nuevo evento' })).toBeVisible()

  await page.getByRole('button', { name: 'Eliminar Terapia' }).click()
  const question = page.getByRole('dialog', { name: '¿Estás segura de que quieres eliminar este evento?' })
  await question.getByRole('button', { name: 'Cancelar' }).click()
  await expect(rows(page)).toHaveCount(2)
  await page.getByRole('button', { name: 'Eliminar Terapia' }).click()
  await question.getByRole('button', { name: 'Eliminar', exact: true }).click()
  await expect(rows(page)).toHaveText([/Mercado/])
  expect(await eventsOf(member)).toHaveLength(1)

  await test.step('what she left unfinished is open again, though the device says late that it has it', async () => {
    await page.getByLabel('Título').fill('Aún no')
    await openMonth(page)
    await page.getByRole('button', { name: 'Mes siguiente' }).click()
    const other = page.getByRole('button', { name: /^\S+, 15 de/ })
    const dia = (await other.getAttribute('data-fecha'))!
    await other.click()
    await expect(page.getByLabel('Fecha')).toHaveValue(dia)
    await expect(page.getByText('Borrador guardado en este dispositivo.')).toBeVisible()
    // What is sealed there can be read once the test says so: the screen does not wait for that.
    await page.addInitScript(() => {
      const sealed = new Promise<void>((open) => addEventListener('unsealed', () => open(), { once: true }))
      const decrypt = SubtleCrypto.prototype.decrypt
      SubtleCrypto.prototype.decrypt = async function (this: SubtleCrypto, ...asked) {
        await sealed
        return decrypt.apply(this, asked)
      }
    })
    await page.reload()
    await expect(page.getByLabel('Título')).toHaveValue('')
    await page.evaluate(() => dispatchEvent(new Event('unsealed')))
    await expect(page.getByLabel('Título')).toHaveValue('Aún no')
    await expect(page.getByLabel('Fecha')).toHaveValue(dia)
    // On a phone it is below what comes next, and named above.
    await page.getByRole('button', { name: 'Aún no' }).click()
    await expect(page.getByLabel('Título')).toBeFocused()
    await expect(page.getByLabel('Título')).toHaveValue('Aún no')

    // Where she has begun something else meanwhile, that stays, and the other is one tap away.
    await page.reload()
    await page.getByLabel('Título').fill('Otra cosa')
    await page.evaluate(() => dispatchEvent(new Event('unsealed')))
    await expect(page.getByText('Tienes cambios sin guardar')).toBeVisible()
    await expect(page.getByLabel('Título')).toHaveValue('Otra cosa')
    await page.getByRole('button', { name: 'Aún no' }).click()
    await expect(page.getByLabel('Título')).toHaveValue('Aún no')
  })
})

test.describe('part of it without a network', () => {
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED/] })

  test('an event that repeats: one of its days is left out, another one is changed, and all of it goes into a file', async ({
    page,
    makeMember,
    signIn,
  }) => {
    const member = await makeMember()
    await signIn(page, member, '/agenda')
    const fecha = (await today(page).getAttribute('data-fecha'))!
    const later = (days: number) =>
      new Date(Date.parse(`${fecha}T12:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
    const nextWeek = () => page.getByRole('button', { name: 'Semana siguiente' }).click()
    await page.getByLabel('Título').fill('Taller')
    await page.getByLabel('Hora (opcional)').fill('10:00')
    await page.getByRole('button', { name: 'Más opciones' }).click()
    await page.getByLabel('Se repite').selectOption({ label: await weekly(page) })
    await page.getByLabel('Deja de repetirse').selectOption('Después de varias veces')
    await page.getByLabel('Cuántas veces').fill('4')
    await page.getByLabel('Hora de fin').fill('11:30')
    await page.getByLabel('Lugar').fill('Centro de la Mujer')
    await page.getByRole('checkbox', { name: '10 minutos antes' }).check()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Agregar evento' }).click()
    await expect(toast(page, 'Evento agregado')).toBeVisible()
    await expect(rows(page)).toHaveText([/Taller.*10:00–11:30.*Cada semana.*4 veces.*Centro de la Mujer/])

    await nextWeek()
    await expect(rows(page)).toHaveText([/Taller/])
    await page.getByRole('button', { name: 'Eliminar Taller' }).click()
    const question = page.getByRole('dialog', { name: '¿Estás segura de que quieres eliminar este evento?' })
    await question.getByRole('button', { name: 'Solo esta vez' }).click()
    await expect(page.getByText('No hay eventos para este día.')).toBeVisible()

    await nextWeek()
    await page.getByRole('button', { name: 'Editar Taller' }).click()
    await page
      .getByRole('dialog', { name: '¿Qué quieres cambiar?' })
      .getByRole('button', { name: 'Solo esta vez' })
      .click()
    await expect(page.getByText('las demás veces quedan como están')).toBeVisible()
    await page.getByLabel('Hora (opcional)').fill('12:00')
    await page.getByLabel('Hora de fin').fill('')
    // Without a network both go later: the new one, and the day that it takes from the others.
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Guardar cambios' }).click()
    await expect(rows(page)).toHaveText([/Taller.*12:00.*Por enviar/])
    await page.context().setOffline(false)
    await expect.poll(async () => (await eventsOf(member)).length).toBe(2)
    await expect
      .poll(async () =>
        (await eventsOf(member)).map(({ regla, excepto, hora }) => ({ regla, excepto, hora })),
      )
      .toEqual([
        { regla: 'FREQ=WEEKLY;COUNT=4', excepto: [later(7), later(14)], hora: '10:00:00' },
        { regla: null, excepto: [], hora: '12:00:00' },
      ])

    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Llevarme la agenda' }).click()
    const file = await (await download).path()
    const text = await readFile(file, 'utf8')
    expect((await download).suggestedFilename()).toBe(`agenda-${fecha}.ics`)
    expect(text).toContain('RRULE:FREQ=WEEKLY;COUNT=4')
    expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(2)
    // What she has already is known.
    await page.getByLabel('Archivo de calendario').setInputFiles(file)
    await expect(page.getByText('0 eventos, 2 ya están en tu agenda.')).toBeVisible()
    // Another member's calendar may have it.
    const other = await makeMember()
    await signIn(page, other, '/agenda')
    await page.getByLabel('Archivo de calendario').setInputFiles(file)
    await expect(page.getByText('2 eventos, 1 se repite.')).toBeVisible()
    expect(await eventsOf(other), 'nothing is written before she says so').toEqual([])
    await page.getByRole('button', { name: 'Agregar los 2' }).click()
    await expect(toast(page, '2 eventos agregados')).toBeVisible()
    expect(await eventsOf(other)).toMatchObject([
      { fecha, regla: 'FREQ=WEEKLY;COUNT=4', lugar: 'Centro de la Mujer', recordatorios: [10, 60] },
      { fecha: later(14), regla: null },
    ])
  })
})

/** How the form names «every week» on the day that is chosen. */
async function weekly(page: Page): Promise<string> {
  const options = await page.getByLabel('Se repite').locator('option').allTextContents()
  return options.find((words) => words.startsWith('Cada semana'))!
}

test('while the app is open a reminder comes once, an hour before, and says nothing', async ({
  page,
  makeMember,
  signIn,
}) => {
  await page.clock.install()
  const member = await makeMember()
  const { error } = await member.client
    .from('agenda_personal')
    .insert({ user_id: member.id, titulo: 'Secreto', tipo: 'cita', ...inMinutes(90) })
  expect(error).toBeNull()
  await signIn(page, member, '/agenda')
  await expect(page.getByRole('heading', { name: 'Mi agenda' })).toBeVisible()
  // The device remembers the agenda from here on.
  await expect.poll(async () => (await answersOnDevice(page)).join()).toContain('agenda_personal')
  await page.goto('/legal')
  await page.clock.runFor(60_000)
  const reminder = toast(page, 'Tienes un recordatorio')
  await expect(reminder).toBeHidden()
  await page.clock.fastForward('31:00')
  // It checks every twenty seconds, once its code is here; the toast stays for fifteen.
  await expect(async () => {
    await page.clock.runFor(10_000)
    await expect(reminder).toBeVisible({ timeout: 500 })
  }).toPass()
  await expect(reminder).not.toContainText('Secreto')
  await reminder.getByRole('button', { name: 'Ver' }).click()
  await expect(page).toHaveURL(/\/agenda$/)
  await page.reload()
  await page.clock.runFor(60_000)
  await expect(page.getByRole('heading', { name: 'Mi agenda' })).toBeVisible()
  await expect(reminder).toBeHidden()
})

test.describe('with notifications allowed', { tag: '@whole' }, () => {
  test.use({ permissions: ['notifications'] })

  test('the device is known while its switch is on, and she is asked only by that switch', async ({
    page,
    makeMember,
    signIn,
  }) => {
    // Push subscriptions come from the browser vendor's service, so that part alone is faked.
    await page.addInitScript(() => {
      const asked = { times: 0 }
      Object.assign(window, { asked })
      const ask = Notification.requestPermission.bind(Notification)
      Notification.requestPermission = (...rest) => {
        asked.times++
        return ask(...rest)
      }
      let current: unknown = null
      PushManager.prototype.getSubscription = async () => current as PushSubscription | null
      PushManager.prototype.subscribe = async (options) => {
        if (!options?.userVisibleOnly || String(options.applicationServerKey).length < 80)
          throw new TypeError('key')
        current = {
          toJSON: () => ({
            endpoint: 'https://fcm.googleapis.com/fcm/send/prueba',
            keys: { p256dh: 'A'.repeat(87), auth: 'B'.repeat(22) },
          }),
          endpoint: 'https://fcm.googleapis.com/fcm/send/prueba',
          unsubscribe: async () => {
            current = null
            return true
          },
        }
        return current as PushSubscription
      }
    })
    const member = await makeMember()
    const known = async () => {
      const { data } = await member.client.from('suscripciones_push').select('endpoint, zona_horaria')
      return data
    }
    await signIn(page, member)
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    await page.goto('/agenda')
    await expect(deviceSwitch(page)).not.toBeChecked()
    await page.getByLabel('Título').fill('Sin preguntar')
    await page.getByRole('button', { name: 'Agregar evento' }).click()
    await expect(toast(page, 'Evento agregado')).toBeVisible()
    const asked = () => page.evaluate(() => (window as unknown as { asked: { times: number } }).asked.times)
    expect(await asked()).toBe(0)

    await deviceSwitch(page).click()
    await expect(deviceSwitch(page)).toBeChecked()
    await expect(page.getByText('solo dirá «Tienes un recordatorio»')).toBeVisible()
    expect(await asked()).toBe(1)
    expect(await known()).toEqual([
      { endpoint: 'https://fcm.googleapis.com/fcm/send/prueba', zona_horaria: ZONE },
    ])
    await deviceSwitch(page).click()
    await expect(deviceSwitch(page)).not.toBeChecked()
    await expect.poll(known).toEqual([])
  })

  test('a push shows neutral words, once, and leads to the agenda', async ({
    page,
    context,
    makeMember,
    signIn,
  }) => {
    await signIn(page, await makeMember())
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    // The service worker controls the page from the second load on.
    await page.reload()
    const devtools = await context.newCDPSession(page)
    const registered = new Promise<string>((resolve) => {
      devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        const found = registrations.find(({ isDeleted }) => !isDeleted)
        if (found) resolve(found.registrationId)
      })
    })
    await devtools.send('ServiceWorker.enable')
    const registrationId = await registered
    const deliver = (data: string) =>
      devtools.send('ServiceWorker.deliverPushMessage', {
        origin: new URL(page.url()).origin,
        registrationId,
        data,
      })
    const shown = () =>
      page.evaluate(async () => {
        const worker = await navigator.serviceWorker.ready
        return (await worker.getNotifications()).map(({ title, body, tag }) => ({ title, body, tag }))
      })
    const [worker] = context.serviceWorkers()
    // Asking a browser for its notifications while it still shows one makes it forget that one: the worker counts them.
    await worker!.evaluate(`{
    const show = registration.showNotification.bind(registration)
    self.drawn = 0
    registration.showNotification = async (...notice) => {
      await show(...notice)
      self.drawn += 1
    }
  }`)
    const drawn = () => worker!.evaluate('self.drawn')
    // It loads the icon first, and beside busy programs takes more than ten seconds.
    const DRAWING = { timeout: 30_000 }
    await deliver('{"id":"uno"}')
    await deliver('{"id":"uno"}')
    const neutral = { title: 'Mi espacio', body: 'Tienes un recordatorio' }
    await expect.poll(drawn, DRAWING).toBe(2)
    expect(await shown()).toEqual([{ ...neutral, tag: 'recordatorio-uno' }])
    await deliver('no es json')
    await expect.poll(drawn, DRAWING).toBe(3)
    expect(await shown()).toContainEqual({ ...neutral, tag: 'recordatorio' })

    await worker!.evaluate(`registration.getNotifications().then(([notification]) => {
    dispatchEvent(new NotificationEvent('notificationclick', { notification }))
  })`)
    await expect(page).toHaveURL(/\/agenda$/)
  })
})
