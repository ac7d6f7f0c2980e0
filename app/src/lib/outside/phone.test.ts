import { describe, expect, it } from 'vitest'
import {
  formatPhone,
  normalizePhone,
  PhoneError,
  smsHref,
  telHref,
  whatsappDigits,
  whatsappHref,
} from './phone.ts'

describe('normalizePhone', () => {
  it.each([
    ['5512345678', '+525512345678'],
    [' (55) 1234-5678 ', '+525512345678'],
    ['\u202a+52 55 1234 5678\u202c', '+525512345678'],
    ['tel:5512345678', '+525512345678'],
    ['５５１２３４５６７８', '+525512345678'],
    ['52 55 1234 5678', '+525512345678'],
    ['0052 55 1234 5678', '+525512345678'],
    ['044 55 1234 5678', '+525512345678'],
    ['01 55 1234 5678', '+525512345678'],
    ['+52 1 55 1234 5678', '+525512345678'],
    ['5215512345678', '+525512345678'],
    ['+57 300 123 4567', '+573001234567'],
    ['+1 (212) 736-5000', '+12127365000'],
    ['+54 11 15 2345-6789', '+5491123456789'],
  ])('%s becomes %s', async (typed, telefono) => {
    expect(await normalizePhone(typed, 'MX')).toEqual({ telefono, doubtful: false })
  })

  it.each([
    ['CO', '+52 1 55 1234 5678', '+525512345678'],
    ['AR', '0052 1 55 1234 5678', '+525512345678'],
    ['US', '011 52 1 55 1234 5678', '+525512345678'],
    ['CO', '521 55 1234 5678', '+525512345678'],
    ['AR', '011 15 2345-6789', '+5491123456789'],
    ['AR', '0351 15 234-5678', '+5493512345678'],
    ['AR', '011 2345-6789', '+541123456789'],
    ['MX', '+54 11 15 2345 6789', '+5491123456789'],
    ['MX', '+54 9 11 15 2345 6789', '+5491123456789'],
    ['CO', '+54 9 0351 15 234 5678', '+5493512345678'],
    ['MX', '+55 0 11 98765-4321', '+5511987654321'],
    ['BR', '0 15 11 98765-4321', '+5511987654321'],
    ['MX', '+55 11 2345-6789', '+551123456789'],
  ])('in %s, %s becomes %s', async (country, typed, telefono) => {
    expect(await normalizePhone(typed, country)).toEqual({ telefono, doubtful: false })
  })

  it.each([
    ['MX', '+55 11 8765-4321'],
    ['BR', '(11) 8765-4321'],
    ['BR', '011 9765-4321'],
  ])('in %s, doubts the Brazilian mobile %s: since 2016 they have nine digits', async (country, typed) => {
    expect(await normalizePhone(typed, country)).toMatchObject({ doubtful: true })
  })

  it('takes a number without prefix for one of the given country', async () => {
    expect(await normalizePhone('300 123 4567', 'CO')).toEqual({ telefono: '+573001234567', doubtful: false })
  })

  it.each(['911', '079', '1455', '*765', '*111#'])('leaves the short code %s as it is', async (code) => {
    expect(await normalizePhone(code, 'MX')).toEqual({ telefono: code, doubtful: false })
  })

  it('doubts a number of the right length in no known range, but does not refuse it', async () => {
    expect(await normalizePhone('1234567890', 'MX')).toEqual({ telefono: '+521234567890', doubtful: true })
  })

  it.each([
    ['hola', /solo el número/],
    ['llámame al 5512345678', /solo el número/],
    ['5512345678 ext 4', /solo el número/],
    ['javascript:alert(1)', /solo el número/],
    ['555 1234', /faltan cifras/],
    ['55 1234 5678 9012 345', /sobran cifras/],
    ['+999 123 456 789', /código de país/],
    ['+', /solo el número/],
    ['12', /.+/],
    ['*', /.+/],
    ['', /solo el número/],
  ])('refuses «%s» with a clear message', async (typed, message) => {
    const refusal = normalizePhone(typed, 'MX')
    await expect(refusal).rejects.toBeInstanceOf(PhoneError)
    await expect(refusal).rejects.toThrow(message)
  })
})

describe('formatPhone', () => {
  it('writes a stored number as people do and leaves short codes alone', async () => {
    expect(await formatPhone('+525512345678')).toBe('+52 55 1234 5678')
    expect(await formatPhone('*765')).toBe('*765')
    expect(await formatPhone('garabato')).toBe('garabato')
  })
})

describe('links', () => {
  it('dials stored numbers and short codes, with the asterisk encoded', () => {
    expect(telHref('+525512345678')).toBe('tel:+525512345678')
    expect(telHref('911')).toBe('tel:911')
    expect(telHref('*765')).toBe('tel:%2A765')
    expect(telHref('*111#')).toBe('tel:%2A111%23')
  })

  it.each(['', '12', 'abc', '911;phone-context=+1', '911?x=1', '+', 'tel:tel:911', 'javascript:911'])(
    'makes no call link out of %j',
    (hostile) => {
      expect(telHref(hostile)).toBeNull()
    },
  )

  it.each(['911', '*765', '5512345678', '+0525512345678', '+52', 'abc', '+52551234567890123'])(
    'makes no WhatsApp number out of %s',
    (telefono) => {
      expect(whatsappDigits(telefono)).toBeNull()
      expect(whatsappHref(telefono, 'hola')).toBeNull()
      expect(smsHref(telefono, 'hola', false)).toBeNull()
    },
  )

  it('gives WhatsApp bare digits, and Argentine mobiles the 9 it knows them by', () => {
    expect(whatsappDigits('+525512345678')).toBe('525512345678')
    expect(whatsappDigits('+541123456789')).toBe('5491123456789')
    expect(whatsappDigits('+5491123456789')).toBe('5491123456789')
  })

  it('is made of a text whose last emoji was cut', () => {
    expect(whatsappHref('+525512345678', 'hola \ud83d')).toBe(
      'https://wa.me/525512345678?text=hola%20%EF%BF%BD',
    )
    expect(smsHref(null, '\ud83d', false)).toBe('sms:?body=%EF%BF%BD')
  })

  it('carries any text whole', () => {
    const text = '¡Ayuda! ¿Dónde? https://x.mx/?q=1,-2&z=3 #50% +1\nfin'
    const link = new URL(whatsappHref('+525512345678', text) ?? '')
    expect(link.origin + link.pathname).toBe('https://wa.me/525512345678')
    expect(link.searchParams.get('text')).toBe(text)
  })

  it('lets her choose in WhatsApp when there is nobody to write to', () => {
    expect(whatsappHref(null, 'hola')).toBe('https://wa.me/?text=hola')
  })

  it('separates the body of an SMS as each phone family expects', () => {
    expect(smsHref('+525512345678', 'a b&c', false)).toBe('sms:+525512345678?body=a%20b%26c')
    expect(smsHref('+525512345678', 'a b&c', true)).toBe('sms:+525512345678&body=a%20b%26c')
  })
})
