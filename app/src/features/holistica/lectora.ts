/** What the chat with the reader opens with; she may change it before sending. */
export const messageForReader = 'Hola, me gustaría agendar una lectura de astrología y numerología.'
