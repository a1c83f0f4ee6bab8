import{C as t}from"./chunk-DMKNHNJF.js";function i(){let{data:r=[]}=t("/banks",{query:{all:"true"}});return e=>r.find(n=>n.code===e||n.nip_code===e)?.name??e}export{i as a};
