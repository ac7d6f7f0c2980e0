import { expect, it } from 'vitest'
import { whatsappHref } from '../../lib/outside/phone.ts'
import { messageForReader } from './LecturaPersonal.tsx'

it('the booking opens a chat with the reader and the message already written', () => {
  expect(whatsappHref('+525512345678', messageForReader)).toBe(
    'https://wa.me/525512345678?text=Hola%2C%20me%20gustar%C3%ADa%20agendar%20una%20lectura%20de%20astrolog%C3%ADa%20y%20numerolog%C3%ADa.',
  )
})
