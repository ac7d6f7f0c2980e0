import type { Page } from '@playwright/test'
import { expect, type Member } from './fixtures.ts'
import { paced } from './pace.ts'
import { expectAccessible, REFUSED, toast } from './pages/app.ts'
import { confianzasOf, invite } from './pages/contacts.ts'
import { entriesOnDevice } from './pages/device.ts'
import { addContact, BEA, breakTables, eventsOf, LUCIA, test } from './pages/safety.ts'

/** The contacts of trust. */

test.describe('her contacts', () => {
  const openForm = async (page: Page) => {
    await page.getByRole('button', { name: 'Agregar contacto' }).click()
    await expect(page.getByRole('heading', { name: 'Agregar contacto' })).toBeVisible()
  }
  const contactsOf = async ({ client, id }: Member) =>
    (
      await client
        .from('contactos_emergencia')
        .select('nombre, telefono, prioridad, activo')
        .eq('user_id', id)
    ).data

  test('are refused while anything is missing', { tag: ['@phone', '@long'] }, async ({ page, enter }) => {
    const ana = await enter([])
    await openForm(page)
    const missing = toast(page, '❌ Faltan datos')
    for (const [nombre, telefono] of [
      ['', ''],
      ['Lucía', '  '],
      ['   ', '5512345678'],
    ] as const) {
      await page.getByLabel('Nombre').fill(nombre)
      await page.getByLabel('Teléfono').fill(telefono)
      await page.getByRole('button', { name: 'Guardar contacto' }).click()
      await expect(missing).toContainText('Por favor, completa el nombre y el teléfono.')
    }
    await expectAccessible(page)
    expect(await contactsOf(ana)).toEqual([])

    // A reload takes nothing, closing it all: nothing waits for whoever opens it next.
    await page.reload()
    await openForm(page)
    await expect(page.getByLabel('Teléfono')).toHaveValue('5512345678')
    await page.getByRole('dialog').getByRole('button', { name: 'Cerrar' }).click()
    await expect.poll(() => entriesOnDevice(page)).toBe(0)
    await page.reload()
    await openForm(page)
    await expect(page.getByLabel('Teléfono')).toHaveValue('')
  })

  test('need a number that can be one', { tag: ['@phone', '@long'] }, async ({ page, enter }) => {
    const ana = await enter([])
    await openForm(page)
    await page.getByLabel('Nombre').fill('Lucía')
    for (const [telefono, says] of [
      ['la de siempre', 'solo el número'],
      ['555 1234', 'faltan cifras'],
      ['5512345678901234', 'sobran cifras'],
      ['+999 123 456 789', 'código de país'],
    ] as const) {
      await page.getByLabel('Teléfono').fill(telefono)
      await page.getByRole('button', { name: 'Guardar contacto' }).click()
      await expect(page.getByText(says)).toBeVisible()
    }
    expect(await contactsOf(ana)).toEqual([])

    await page.getByLabel('Teléfono').fill('1234567890')
    await page.getByRole('button', { name: 'Guardar contacto' }).click()
    await page.getByRole('button', { name: 'Guardar de todos modos' }).click()
    await expect(toast(page, 'Contacto agregado')).toBeVisible()
    expect(await contactsOf(ana)).toMatchObject([{ telefono: '+521234567890', prioridad: 1, activo: true }])
  })

  test('are listed by priority, saved in international form, and short codes as they are', {
    tag: '@phone',
  }, async ({ page, enter }) => {
    const ana = await enter([BEA])
    for (const [nombre, telefono, prioridad] of [
      ['Sol', '044 55 8765 4321', '1'],
      ['Línea', '079', '5'],
    ] as const) {
      await openForm(page)
      await page.getByLabel('Nombre').fill(nombre)
      await page.getByLabel('Teléfono').fill(telefono)
      await expect(page.getByLabel('Prioridad')).toHaveValue('1')
      await page.getByLabel('Prioridad').selectOption(prioridad)
      await page.getByRole('button', { name: 'Guardar contacto' }).click()
      await expect(page.getByRole('heading', { name: 'Agregar contacto' })).toBeHidden()
    }
    await expect(page.getByRole('link', { name: /, llamar a (Sol|Bea|Línea)/ })).toHaveText([
      '+52 55 8765 4321',
      '+57 300 1234567',
      '079',
    ])
    expect(await contactsOf(ana)).toEqual(
      expect.arrayContaining([
        { nombre: 'Sol', telefono: '+525587654321', prioridad: 1, activo: true },
        { nombre: 'Línea', telefono: '079', prioridad: 5, activo: true },
      ]),
    )
  })

  test.describe('changed', () => {
    test.use({ expectedErrors: [REFUSED] })

    test('are one for each number, and are changed with a warning of what that ends', {
      tag: '@phone',
    }, async ({ page, enter, makeClient }) => {
      const ana = await enter([])
      const { codigo } = await invite(ana, LUCIA)
      await (await makeClient()).rpc('responder_invitacion', { codigo, acepta: true })
      await page.reload()
      await openForm(page)
      await page.getByLabel('Nombre').fill('Lu')
      await page.getByLabel('Teléfono').fill('+52 1 55 1234 5678')
      await page.getByRole('button', { name: 'Guardar contacto' }).click()
      await expect(page.getByText('Ese número ya lo tienes guardado: es el de Lucía.')).toBeVisible()
      await page.getByLabel('Teléfono').fill('55 8765 4321')
      await page.getByRole('button', { name: 'Guardar contacto' }).click()
      await expect(toast(page, 'Contacto agregado')).toBeVisible()

      await page.getByRole('button', { name: 'Editar a Lucía' }).click()
      const edits = page.getByRole('dialog', { name: 'Editar contacto' })
      await edits.getByLabel('Nombre').fill('Lucía Méndez')
      await edits.getByRole('button', { name: 'Guardar cambios' }).click()
      await expect(toast(page, 'Cambios guardados')).toBeVisible()
      expect(await confianzasOf(ana)).toMatchObject([{ estado: 'acepto' }, { estado: 'sin_invitar' }])

      await page.getByRole('button', { name: 'Editar a Lucía Méndez' }).click()
      await edits.getByLabel('Teléfono').fill('55 1111 2222')
      await edits.getByLabel('Prioridad').selectOption('2')
      await edits.getByRole('button', { name: 'Guardar cambios' }).click()
      await expect(
        edits.getByText(/aceptó con el número de antes\. Si lo cambias, tu alerta deja/),
      ).toBeVisible()
      await expectAccessible(page)
      // Meanwhile, on another device of hers.
      await ana.client.from('contactos_emergencia').update({ nombre: 'Lulú' }).eq('nombre', 'Lucía Méndez')
      await edits.getByRole('button', { name: 'Guardar de todos modos' }).click()
      await expect(edits.getByRole('alert')).toContainText('Nombre ahora: Lulú')
      await edits.getByRole('button', { name: 'Guardar de todos modos' }).click()
      await expect(edits).toBeHidden()
      await expect(page.getByRole('button', { name: 'Editar a Lucía Méndez' })).toBeVisible()
      expect(await contactsOf(ana)).toEqual(
        expect.arrayContaining([
          { nombre: 'Lucía Méndez', telefono: '+525511112222', prioridad: 2, activo: true },
          { nombre: 'Lu', telefono: '+525587654321', prioridad: 1, activo: true },
        ]),
      )
      await expect(page.getByText(/^Sin invitar/)).toHaveCount(2)
    })
  })

  test('are deleted softly, and come back when that was a slip', { tag: ['@phone', '@long'] }, async ({
    page,
    enter,
  }) => {
    const ana = await enter([LUCIA])
    await page.getByRole('button', { name: 'Eliminar a Lucía' }).click()
    await expect(page.getByText('Aún no tienes a nadie aquí')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Contactos de confianza' })).toBeFocused()
    expect(await contactsOf(ana)).toMatchObject([{ nombre: 'Lucía', activo: false }])

    await page.getByRole('button', { name: 'Deshacer' }).click()
    await expect(page.getByRole('button', { name: 'Eliminar a Lucía' })).toBeVisible()
    expect(await contactsOf(ana)).toMatchObject([{ activo: true }])
  })

  test.describe('when the service fails', { tag: '@phone' }, () => {
    test.use({ expectedErrors: [REFUSED] })

    test('neither adding nor deleting pretends to have worked', async ({ page, context, enter }) => {
      const ana = await enter([LUCIA])
      await breakTables(context, 500)
      await page.getByRole('button', { name: 'Eliminar a Lucía' }).click()
      await expect(toast(page, '❌ Error al eliminar')).toContainText(
        'No se pudo eliminar el contacto. Inténtalo de nuevo.',
      )
      await expect(page.getByRole('button', { name: 'Eliminar a Lucía' })).toBeVisible()

      await openForm(page)
      await page.getByLabel('Nombre').fill('Bea')
      await page.getByLabel('Teléfono').fill('+57 300 123 4567')
      await page.getByRole('button', { name: 'Guardar contacto' }).click()
      await expect(toast(page, '❌ Error al agregar')).toContainText(
        'No se pudo guardar el contacto. Inténtalo de nuevo.',
      )
      await expect(page.getByLabel('Nombre')).toHaveValue('Bea')
      expect(await contactsOf(ana)).toMatchObject([{ nombre: 'Lucía', activo: true }])
    })

    test('a list that cannot be loaded never looks empty', async ({ page, context, makeMember, signIn }) => {
      await breakTables(context, 401)
      await signIn(page, await makeMember(), '/seguridad')
      await expect(page.getByRole('button', { name: 'Reintentar' })).toBeVisible()
      await expect(page.getByText('Aún no tienes a nadie aquí')).toBeHidden()
      await context.unroute('**/rest/v1/**')
      // Her session is asked about too, and what it brings may come before her press.
      await expect(async () => {
        const again = page.getByRole('button', { name: 'Reintentar' })
        if (await again.isVisible()) await again.click({ timeout: paced(1_000) })
        await expect(page.getByText('Aún no tienes a nadie aquí')).toBeVisible({ timeout: paced(2_000) })
      }).toPass()
    })
  })

  test("are nobody else's, whatever a request says", { tag: '@phone' }, async ({ makeMember }) => {
    const [ana, bea] = [await makeMember(), await makeMember({ username: 'Bea' })]
    await addContact(ana, LUCIA)
    const forged = { user_id: ana.id, nombre: 'Él', telefono: '+525599999999', prioridad: 1, activo: true }
    expect((await bea.client.from('contactos_emergencia').insert(forged)).error?.code).toBe('42501')
    expect((await bea.client.from('contactos_emergencia').select()).data).toEqual([])
    await bea.client.from('contactos_emergencia').update({ activo: false }).eq('user_id', ana.id)
    expect(await contactsOf(ana)).toMatchObject([{ nombre: 'Lucía', activo: true }])
    const event = { user_id: ana.id, mensaje: 'Botón de pánico presionado', enviado: true }
    expect((await bea.client.from('eventos_peligro').insert(event)).error?.code).toBe('42501')
    expect(await eventsOf(ana)).toEqual([])
  })
})
