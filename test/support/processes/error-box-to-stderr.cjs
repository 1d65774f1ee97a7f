// Writes an error box to stderr, because nobody closes the dialog in a test.
const { app, dialog } = require('electron')

dialog.showErrorBox = (title, words) => console.error(`box of ${title}, ready ${app.isReady()}: ${words}`)
