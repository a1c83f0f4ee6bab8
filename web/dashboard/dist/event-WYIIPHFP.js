import{a,b}from"./chunk-SDMOVEP6.js";import"./chunk-GUJS7LAR.js";import"./chunk-BXD5ONAC.js";import"./chunk-H2AB264Y.js";import"./chunk-OFSSR5F3.js";export{b as About,a as EventPage};
