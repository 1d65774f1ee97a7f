// Playwright's loader takes every keyring away from the app that it starts. Loaded after it, this gives one back.
require('electron').app.commandLine.appendSwitch('password-store', 'gnome-libsecret')
