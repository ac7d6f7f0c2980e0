import type { Page, Route } from '@playwright/test'
import { expect, type Member, test } from './fixtures.ts'
import { paced } from './pace.ts'
import { closeToast, expectAccessible, goWithin, openMonth, REFUSED, toast } from './pages/app.ts'
import { answersOnDevice } from './pages/device.ts'

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

test('an event is added, seen in its day, changed and deleted', { tag: '@phone' }, async ({
  page,
  makeMember,
  signIn,
}) => {
  const member = await makeMember()
  await signIn(page, member, '/agenda')
  await expect(page.getByText('No hay eventos para este día.')).toBeVisible()
  const fecha = (await today(page).getAttribute('data-fecha'))!

  await page.getByRole('button', { name: 'Agregar evento' }).click()
  await expect(toast(page, 'Faltan datos')).toContainText('El título y la fecha son obligatorios.')
  await page.getByLabel('Título').fill('Terapia')
  await page.getByLabel('Tipo').selectOption('Cita')
  await page.getByLabel('Hora (opcional)').fill('17:00')
  await page.getByRole('button', { name: 'Agregar evento' }).click()
  await expect(toast(page, 'Evento agregado')).toBeVisible()
  await expect(today(page)).toHaveAccessibleName(/un evento$/)
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
})

test('a birthday comes back every year, that of a leap day on the 28th @phone', { tag: '@long' }, async ({
  page,
  makeMember,
  signIn,
}) => {
  const member = await makeMember()
  const { error } = await member.client.from('agenda_personal').insert([
    { user_id: member.id, titulo: 'Mamá', tipo: 'cumpleaños', fecha: '1960-12-31' },
    { user_id: member.id, titulo: 'Bisiesta', tipo: 'cumpleaños', fecha: '2000-02-29' },
  ])
  expect(error).toBeNull()
  await signIn(page, member, '/agenda')
  await openMonth(page)
  await page.getByLabel('Mes', { exact: true }).selectOption('Diciembre')
  await page.getByRole('button', { name: /31 de diciembre de .*un evento$/ }).click()
  await expect(rows(page)).toHaveText([/Mamá.*Todo el día.*Cumpleaños/])
  await page.getByLabel('Año').selectOption('2027')
  await page.getByRole('button', { name: /31 de diciembre de 2027, un evento/ }).click()
  await page.getByLabel('Mes', { exact: true }).selectOption('Febrero')
  await page.getByRole('button', { name: /28 de febrero de 2027, un evento/ }).click()
  await expect(rows(page)).toHaveText([/Bisiesta/])
  await page.getByLabel('Año').selectOption('2028')
  await expect(page.getByRole('button', { name: /29 de febrero de 2028, un evento/ })).toBeVisible()
  await expect(page.getByRole('button', { name: /28 de febrero de 2028/ })).not.toHaveAccessibleName(/evento/)
})

test('a birthday of a leap day is changed where she sees it, and an impossible day is said in Spanish @phone', {
  tag: '@long',
}, async ({ page, makeMember, signIn }) => {
  const member = await makeMember()
  await member.client
    .from('agenda_personal')
    .insert({ user_id: member.id, titulo: 'Bisiesta', tipo: 'cumpleaños', fecha: '2000-02-29' })
  await signIn(page, member, '/agenda')
  await openMonth(page)
  await page.getByLabel('Año').selectOption('2027')
  await page.getByLabel('Mes', { exact: true }).selectOption('Febrero')
  await page.getByRole('button', { name: /28 de febrero de 2027, un evento/ }).click()
  await page.getByRole('button', { name: 'Editar Bisiesta' }).click()
  await page.getByLabel('Título').fill('La bisiesta')
  await page.getByRole('button', { name: 'Guardar cambios' }).click()
  await expect(toast(page, 'Evento actualizado')).toBeVisible()
  await expect(rows(page)).toHaveText([/La bisiesta/])
  await expect(page.getByLabel('Año')).toHaveValue('2027')
  await expect(page.getByRole('heading', { name: 'Domingo, 28 de febrero de 2027' })).toBeVisible()
  expect(await eventsOf(member)).toMatchObject([{ titulo: 'La bisiesta', fecha: '2000-02-29' }])
  await expect(page.getByLabel('Tipo'), 'the next one would not come back every year').toHaveValue('evento')

  await page.getByLabel('Título').fill('Batalla')
  await page.getByLabel('Fecha').fill('1850-06-01')
  await page.getByRole('button', { name: 'Agregar evento' }).click()
  await expect(page.getByLabel('Fecha')).toBeFocused()
  await expect(page.getByText('Elige un día entre 1900 y 2199.').first()).toBeVisible()
  // At its field, and not in a notice besides, which would be drawn by the next frame.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  expect(await page.getByText('Elige un día entre 1900 y 2199.').count()).toBe(1)
  expect(await eventsOf(member)).toHaveLength(1)
})

test('what she left unfinished is open again, though the device says late that it has it @phone', async ({
  page,
  makeMember,
  signIn,
}) => {
  await signIn(page, await makeMember(), '/agenda')
  await page.getByLabel('Título').fill('Aún no')
  await openMonth(page)
  await page.getByRole('button', { name: 'Mes siguiente' }).click()
  const other = page.getByRole('button', { name: /^\S+, 15 de/ })
  const dia = (await other.getAttribute('data-fecha'))!
  await other.click()
  await expect(page.getByLabel('Fecha')).toHaveValue(dia)
  await expect(page.getByText('Borrador guardado en este dispositivo.')).toBeVisible()
  // What is sealed there can be read once the test says so: the room does not wait for that.
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

  // Where she has begun something else meanwhile, that stays, and the other is one tap away.
  await page.reload()
  await page.getByLabel('Título').fill('Otra cosa')
  await page.evaluate(() => dispatchEvent(new Event('unsealed')))
  await expect(page.getByText('Tienes cambios sin guardar')).toBeVisible()
  await expect(page.getByLabel('Título')).toHaveValue('Otra cosa')
  await page.getByRole('button', { name: 'Aún no' }).click()
  await expect(page.getByLabel('Título')).toHaveValue('Aún no')
})

test('what she writes outlives a reload, a visit home and another event @phone', { tag: '@long' }, async ({
  page,
  makeMember,
  signIn,
}) => {
  const member = await makeMember()
  const { fecha } = inMinutes(0)
  const { error } = await member.client.from('agenda_personal').insert([
    { user_id: member.id, titulo: 'Uno', fecha, hora: '08:00' },
    { user_id: member.id, titulo: 'Dos', fecha, hora: '09:00' },
  ])
  expect(error).toBeNull()
  await signIn(page, member, '/agenda')
  await page.getByLabel('Título').fill('Aún no')
  await page.getByLabel('Tipo').selectOption('Cita')
  await openMonth(page)
  await page.getByRole('button', { name: 'Mes siguiente' }).click()
  const other = page.getByRole('button', { name: /^\S+, 15 de/ })
  const dia = (await other.getAttribute('data-fecha'))!
  await other.click()
  await expect(page.getByLabel('Fecha')).toHaveValue(dia)
  await expect(page.getByText('Borrador guardado en este dispositivo.')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Título')).toHaveValue('Aún no')
  await expect(page.getByLabel('Tipo')).toHaveValue('cita')
  await expect(page.getByLabel('Fecha'), 'the day that it followed').toHaveValue(dia)
  await goWithin(page, '/')
  await expect(page.getByRole('heading', { name: 'Mi agenda' })).toBeHidden()
  await goWithin(page, '/agenda')
  await expect(page.getByLabel('Título')).toHaveValue('Aún no')

  await openMonth(page)
  await page.getByLabel('Mes', { exact: true }).selectOption(String(Number(fecha.slice(5, 7))))
  await page.getByLabel('Año').selectOption(fecha.slice(0, 4))
  await today(page).click()
  await page.getByRole('button', { name: 'Editar Uno' }).click()
  await page.getByLabel('Título').fill('Uno cambiado')
  await page.getByRole('button', { name: 'Editar Dos' }).click()
  await expect(page.getByLabel('Título')).toHaveValue('Dos')
  await expect(page.getByText('Tienes cambios sin guardar')).toBeVisible()
  await page.getByRole('button', { name: 'Uno cambiado' }).click()
  await expect(page.getByLabel('Título')).toHaveValue('Uno cambiado')
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Editar evento' })).toBeVisible()
  await expect(page.getByLabel('Título')).toHaveValue('Uno cambiado')
  await page.getByRole('button', { name: 'Guardar cambios' }).click()
  await expect(toast(page, 'Evento actualizado')).toBeVisible()
  expect(await eventsOf(member)).toMatchObject([{ titulo: 'Uno cambiado' }, { titulo: 'Dos' }])

  await page.getByRole('button', { name: 'Aún no' }).click()
  await page.getByRole('button', { name: 'Descartar borrador' }).click()
  await expect(page.getByLabel('Título')).toHaveValue('')
  await page.getByRole('button', { name: 'Deshacer' }).click()
  await expect(page.getByLabel('Título')).toHaveValue('Aún no')
})

test('another device changed or deleted it: nothing is claimed, and she chooses @phone', {
  tag: '@long',
}, async ({ page, makeMember, signIn }) => {
  const member = await makeMember()
  const { fecha } = inMinutes(0)
  await member.client.from('agenda_personal').insert({ user_id: member.id, titulo: 'Uno', fecha })
  await signIn(page, member, '/agenda')
  const changed = (titulo: string) =>
    member.client.from('agenda_personal').update({ titulo }).eq('user_id', member.id)
  const rewrite = async (title: string, titulo: string) => {
    await page.getByRole('button', { name: `Editar ${title}` }).click()
    await page.getByLabel('Título').fill(titulo)
  }
  const save = () => page.getByRole('button', { name: 'Guardar cambios' }).click()

  await rewrite('Uno', 'Desde aquí')
  expect((await changed('Desde allá')).error).toBeNull()
  await save()
  const there = page.getByRole('region', { name: 'Guardado en otra pestaña o dispositivo' })
  await expect(there).toContainText('Desde allá')
  await expect(page.getByRole('region', { name: 'En este dispositivo', exact: true })).toContainText(
    'Desde aquí',
  )
  await expect(toast(page, 'Evento actualizado')).toBeHidden()
  await expectAccessible(page)
  await page.reload()
  await expect(there).toContainText('Desde allá')
  await page.getByRole('button', { name: 'Guardar los dos' }).click()
  await expect(rows(page)).toHaveCount(2)
  await expect
    .poll(async () => (await eventsOf(member)).map(({ titulo }) => titulo).sort())
    .toEqual(['Desde allá', 'Desde aquí'])

  await rewrite('Desde aquí', 'Aquí otra vez')
  const { error } = await member.client.from('agenda_personal').delete().eq('titulo', 'Desde aquí')
  expect(error).toBeNull()
  await save()
  await expect(page.getByText('se borró en otra pestaña o dispositivo')).toBeVisible()
  await expect(toast(page, 'Evento actualizado')).toBeHidden()
  expect(await eventsOf(member)).toHaveLength(1)
  await page.getByRole('button', { name: 'Guardarlo otra vez' }).click()
  await expect.poll(async () => (await eventsOf(member)).length).toBe(2)
  await expect(page.getByRole('heading', { name: 'Nuevo evento' })).toBeVisible()
  await expect(page.getByText('Por enviar', { exact: true })).toHaveCount(0)
  await rewrite('Aquí otra vez', 'Y otra')
  await member.client.from('agenda_personal').delete().eq('titulo', 'Aquí otra vez')
  await save()
  await page.getByRole('button', { name: 'Dejarlo borrado' }).click()
  await expect(rows(page)).toHaveText([/Desde allá/])
  expect(await eventsOf(member)).toMatchObject([{ titulo: 'Desde allá' }])
})

test.describe('without a network', () => {
  test.use({ expectedErrors: [REFUSED], savesData: false })

  test('she adds, changes and deletes, and it arrives by itself @phone', { tag: '@long' }, async ({
    page,
    context,
    makeMember,
    signIn,
  }) => {
    const member = await makeMember()
    const { fecha } = inMinutes(0)
    await member.client.from('agenda_personal').insert([
      { user_id: member.id, titulo: 'De antes', fecha, hora: '08:00' },
      { user_id: member.id, titulo: 'Por borrar', fecha, hora: '09:00' },
    ])
    await signIn(page, member, '/agenda')
    await expect(rows(page)).toHaveText([/De antes/, /Por borrar/])
    await context.setOffline(true)
    await page.getByLabel('Título').fill('Sin red')
    await page.getByRole('button', { name: 'Agregar evento' }).click()
    await expect(toast(page, 'Guardado en este dispositivo')).toContainText('Se enviará en cuanto vuelva')
    await page.getByRole('button', { name: 'Editar De antes' }).click()
    await page.getByLabel('Título').fill('De después')
    await page.getByRole('button', { name: 'Guardar cambios' }).click()
    await expect(rows(page).filter({ hasText: 'Por enviar' })).toHaveCount(2)
    const remove = async () => {
      await page.getByRole('button', { name: 'Eliminar Por borrar' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Eliminar', exact: true }).click()
      await expect(toast(page, 'Se borrará en cuanto haya conexión')).toBeVisible()
      await expect(rows(page)).toHaveCount(2)
    }
    await remove()
    await toast(page, 'Se borrará').getByRole('button', { name: 'Deshacer' }).click()
    await expect(rows(page)).toHaveCount(3)
    await remove()
    expect(await eventsOf(member)).toHaveLength(2)

    await context.setOffline(false)
    await expect(page.getByText('Por enviar', { exact: true })).toHaveCount(0)
    await expect(rows(page)).toHaveCount(2)
    await expect.poll(async () => (await eventsOf(member)).length).toBe(2)
    expect((await eventsOf(member)).map(({ titulo }) => titulo).sort()).toEqual(['De después', 'Sin red'])
  })
})

test.describe('when something fails', () => {
  test.use({ expectedErrors: [REFUSED] })

  test('each failure says so, and what the device remembers is there @phone', { tag: '@long' }, async ({
    page,
    context,
    makeMember,
    signIn,
  }) => {
    const member = await makeMember()
    const { fecha } = inMinutes(0)
    await member.client.from('agenda_personal').insert({ user_id: member.id, titulo: 'Sola', fecha })
    await signIn(page, member, '/agenda')
    await expect(rows(page)).toHaveText([/Sola/])
    await context.route('**/rest/v1/agenda_personal**', (route) =>
      route.request().method() === 'GET'
        ? route.abort()
        : route.fulfill({ status: 400, json: { code: 'XX', message: 'Lo que dijo el servicio' } }),
    )
    await page.getByRole('button', { name: 'Eliminar Sola' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Eliminar', exact: true }).click()
    await expect(toast(page, 'Error')).toContainText('Lo que dijo el servicio')
    await page.getByLabel('Título').fill('No se pierde')
    await page.getByRole('button', { name: 'Agregar evento' }).click()
    await expect(page.getByRole('button', { name: 'Agregar evento' })).toBeEnabled()
    await expect(page.getByLabel('Título')).toHaveValue('No se pierde')

    await page.reload()
    await expect(toast(page, 'Error')).toContainText('No se pudieron cargar los eventos.', {
      timeout: paced(20_000),
    })
    await expect(page.getByText('esto es lo que recuerda este dispositivo')).toBeVisible()
    await expect(rows(page)).toHaveText([/Sola/])
  })

  test('what could not be had is said once: it is asked again by itself, and nobody is told to wait for that', {
    tag: '@phone',
  }, async ({ page, makeMember, signIn }) => {
    const member = await makeMember()
    await page.clock.install()
    const held: Route[] = []
    let answer = (route: Route): unknown => route.abort()
    await page.route('**/rest/v1/agenda_personal?*', (route) => answer(route))
    await signIn(page, member, '/agenda')
    const said = toast(page, 'Error')
    const days = page.getByRole('grid', { name: 'Días de la agenda, una semana' })
    await expect(async () => {
      await page.clock.runFor(1_000)
      await expect(said).toContainText('No se pudieron cargar los eventos.', { timeout: 100 })
    }).toPass({ timeout: paced(20_000) })
    await closeToast(page)
    await expect(days).toBeVisible()
    await expect(days).not.toHaveAttribute('aria-busy')

    answer = (route) => held.push(route)
    await expect(async () => {
      await page.clock.runFor(1_000)
      expect(held).toHaveLength(1)
    }).toPass({ timeout: paced(20_000) })
    // What it changes is drawn by then; looked at once, since in the end it is given up.
    await page.clock.runFor(1_000)
    expect(await days.getAttribute('aria-busy')).toBeNull()
    expect(await page.getByRole('button', { name: 'Reintentar' }).getAttribute('aria-busy')).toBeNull()
    // Refused outright: nothing asks again before it has failed.
    await held[0]!.fulfill({ status: 400, json: { code: 'P0001', message: '' } })
    await page.clock.runFor(1_000)
    await expect(page.getByRole('button', { name: 'Reintentar' })).toBeVisible()
    await expect(said).toBeHidden()
  })
})

test('while the app is open a reminder comes once, an hour before, and says nothing @phone', async ({
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
  // It looks every twenty seconds, once its code is here; the toast stays for fifteen.
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

  test('the device is known while its switch is on; she is asked only by that switch @phone', async ({
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

  test('a push shows neutral words, once, and leads to the agenda @phone', async ({
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
    // Whoever asks a browser what it shows while it still draws makes it forget the notice: how many are drawn, the worker counts.
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

test.describe('a browser without notices', () => {
  test.use({ serviceWorkers: 'allow' })
  for (const [why, script, text] of [
    [
      'cannot',
      () => Reflect.deleteProperty(window, 'PushManager'),
      'Este navegador no puede avisarte con la app cerrada.',
    ],
    [
      'was told not to',
      () => Object.defineProperty(Notification, 'permission', { get: () => 'denied' }),
      'Los avisos están bloqueados en este navegador.',
    ],
  ] as const) {
    test(`a browser that ${why} is told about honestly @phone`, {
      tag: why === 'cannot' ? [] : '@long',
    }, async ({ page, makeMember, signIn }) => {
      await page.addInitScript(script)
      await signIn(page, await makeMember())
      await page.evaluate(async () => void (await navigator.serviceWorker.ready))
      await page.goto('/agenda')
      await expect(page.getByText(text).filter({ visible: true })).toBeVisible()
      await expect(deviceSwitch(page)).toHaveCount(0)
    })
  }
})
