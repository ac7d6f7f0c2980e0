throw new Error('cannot even start')
