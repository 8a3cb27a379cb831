"""The word classes by which `worth` reads a message, in English and Chinese side by side.

A phrase is written with `_` for its spaces; the longest phrase at a place counts. A class is about
grammar or a field of life, never about one sentence: adding a word here must help many.
"""

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import NamedTuple

_CLASSES: Mapping[str, str] = {
    # Who is spoken of ------------------------------------------------------------------------
    "i": """i i'm im i've ive i'd i'll 我 俺 本人 我自己 鄙人""",
    "we": """we we're we've we'd we'll us our ours ourselves 我们 咱 咱们 我俩 我们家 咱家 我们的""",
    "me": "me us",
    "modal": "can could should may might must 能 可以 应该 得要",
    "my": "my me mine myself 我家 我家里 我的 自家 我这",
    "you": """you your yours you're youre you've you'd you'll u ur ya y'all yourself 你 您 你们
        你的 您的""",
    "they": """he she they him her his hers their theirs them he's she's they're he'd she'd they'd
        they've he'll she'll they'll 他 她 他们 她们 人家 俩人 他俩 她俩""",
    "it": """it it's its that that's thats this this's these those there there's here's such what
        这 那 这个 那个 这些 那些 这里 那里 这样 那样 它 这种 那种""",
    "kin": """mom mum mama mommy mummy mother dad daddy papa father parent parents brother brothers
        sister sisters sis bro sibling siblings son sons daughter daughters kid kids child children
        baby babies toddler twins twin husband wife wife's hubby spouse partner fiance fiancé
        fiancee fiancée boyfriend girlfriend bf gf ex ex-wife ex-husband grandma grandpa granny
        gran nan nana grandmother grandfather grandad granddad grandparents grandson granddaughter
        grandkids grandchildren grandchild uncle aunt auntie cousin cousins nephew nephews niece
        nieces family fam in-laws mother-in-law father-in-law son-in-law daughter-in-law
        brother-in-law sister-in-law stepdad stepmom stepson stepdaughter stepfather stepmother
        godmother godson goddaughter lola lolo abuela abuelo youngest eldest firstborn newborn folks
        relatives orphan widow widower widowed half-brother half-sister
        妈妈 爸爸 妈 爸 母亲 父亲 爸妈 父母 老爸 老妈 爹 娘 老爹 老娘 哥哥 弟弟 姐姐 妹妹 哥 弟 姐
        妹 兄弟 姐妹 儿子 女儿 闺女 娃 孩子 宝宝 宝贝 老大 老二 大宝 二宝 老公 老婆 丈夫 妻子 媳妇
        爱人 对象 男朋友 女朋友 男友 女友 前任 前夫 前妻 未婚夫 未婚妻 爷爷 奶奶 姥姥 姥爷 外公
        外婆 孙子 孙女 外孙 外孙女 叔叔 叔 伯伯 舅舅 舅 姑姑 姑妈 姨 阿姨 小姨 大姨 表哥 表弟 表姐
        表妹 堂哥 堂弟 堂姐 堂妹 侄子 侄女 外甥 外甥女 公公 婆婆 岳父 岳母 丈母娘 嫂子 姐夫 妹夫
        弟媳 家人 独生子 独生女 双胞胎 龙凤胎 继父 继母 后妈 后爸 干妈 家里人 亲戚 娃娃 小孩 大伯
        二伯 大姑 婶婶 伯父 伯母 老伴 我奶 我爷 我姥""",
    "friend": """friend friends buddy pal bestie roommate roommates housemate flatmate flatmates
        neighbor neighbour neighbors neighbours colleague colleagues coworker coworkers co-worker
        boss manager mate mates classmate classmates teammate teammates teacher mentor mentors coach
        landlord landlady tenant supervisor professor therapist doctor gp dentist lawyer
        朋友 闺蜜 哥们 哥们儿 发小 室友 舍友 同学 同桌 同事 老板 领导 组长 主管 经理 老师 导师 班主任
        邻居 房东 租客 徒弟 师傅 师父 战友 网友 球友 搭档 合伙人 教练 医生 大夫 上司""",
    "pet": """dog dogs puppy puppies pup pups cat cats kitten kittens kitty pet pets rabbit bunny
        hamster parrot budgie goldfish tortoise turtle pony horse horses corgi labrador poodle
        retriever spaniel terrier beagle husky chihuahua dachshund tabby ferret gecko hens chickens
        guinea_pig rescue_dog 狗 小狗 狗狗 猫 小猫 猫咪 猫猫 柯基 金毛 泰迪 哈士奇 边牧 拉布拉多 柴犬
        布偶 橘猫 英短 美短 仓鼠 兔子 鹦鹉 乌龟 宠物 金鱼 毛孩子""",
    # When ------------------------------------------------------------------------------------
    "past_time": """yesterday ago last recently earlier previously lately since back_then back_in
        used_to in_the_past as_a_kid as_a_child growing_up childhood once the_other_day last_week
        last_month last_year last_night last_weekend last_summer when_i_was when_we_were already
        昨天 前天 昨晚 去年 前年 上周 上个月 上月 上个星期 上星期 上礼拜 上学期 以前 之前 从前 当年
        小时候 前几天 前阵子 早些年 那年 那时候 曾经 曾 刚刚 最近 近来 年初 前两天 前些天 年轻时
        年轻的时候 大学时 上次 当时 后来 已经 头几年 前几年 这几年 这些年 十几年 多年 从小 至今
        打小 自打 自从""",
    "future_time": """tomorrow tonight upcoming soon next next_week next_month next_year
        next_weekend this_weekend this_summer this_spring this_winter this_autumn this_fall
        this_month this_week this_year later_this in_a_few in_two by_the_end starting_in day_after
        明天 后天 大后天 明年 后年 下周 下个月 下月 下个星期 下星期 下礼拜 下学期 这周末 周末 月底
        年底 年后 年前 暑假 寒假 国庆 春节 过年 五一 端午 中秋 元旦 下半年 月初 过几天 过两天 过阵子
        今晚 晚点 下周末 这个月 这周 明早 明晚 下个 开春 入冬 秋后 国庆节 清明 清明节 劳动节""",
    "date": """january february march april june july august september october november december jan
        feb apr jun jul aug sept sep oct nov dec monday tuesday wednesday thursday friday saturday
        sunday mondays tuesdays wednesdays thursdays fridays saturdays sundays fri sat mon tues wed
        thurs christmas easter thanksgiving halloween ramadan diwali eid hanukkah birthday
        anniversary spring summer autumn winter semester noon midnight weekend weekends o'clock am
        pm year years month months week weeks weekday weekdays
        周一 周二 周三 周四 周五 周六 周日 周天 星期一 星期二 星期三 星期四 星期五 星期六 星期天
        星期日 礼拜一 礼拜二 礼拜三 礼拜四 礼拜五 礼拜六 礼拜天 生日 纪念日 农历 阳历 春天 夏天 秋天
        冬天 上午 下午 凌晨 中午 早上 晚上 点半 点钟 号 月份 学期 个月 年 月 周年""",
    "habit": """always never usually often sometimes every everyday daily weekly regularly normally
        rarely hardly constantly forever whenever nightly religiously each_day every_day every_week
        most_days most_mornings each_morning twice_a once_a times_a on_weekends at_weekends
        no_matter ever_since mostly
        每天 每周 每年 每月 每个月 每次 每晚 每早 天天 总是 老是 从来 从不 一直 平时 一般 经常 常常
        习惯 习惯了 必须 从没 从来不 从来没 向来 一向 周周 年年 雷打不动 有时候 通常 只要 顿顿 次次
        一辈子 这辈子 大半辈子 长期 常年 基本 隔三差五 每逢 一到""",
    "number": """two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen
        sixteen twenty thirty forty fifty hundred thousand dozen twice half couple
        二 三 四 五 六 七 八 九 十 百 千 万 两 俩 几""",
    # What --------------------------------------------------------------------------------------
    "life": """born live lives living lived moved move moving grew grow_up work works working worked
        job career study studies studying studied student major degree phd graduated graduate school
        college university retired retiring retire married divorced divorce engaged pregnant single
        widowed separated adopted hometown apartment flat house mortgage salary hired fired laid_off
        quit promoted promotion nurse engineer teacher accountant designer programmer developer
        driver chef plumber electrician freelance freelancer self-employed business shop company
        startup vegetarian vegan christian muslim jewish buddhist catholic atheist citizen immigrant
        expat veteran army navy native fluent speak speaks language bilingual name's named called
        surname nickname age aged years_old turned turning exam exams licence license visa passport
        citizenship internship interview course courses class classes training apprentice
        apprenticeship thesis hobby hobbies collect collecting play plays playing volunteer
        volunteering member team club band choir marathon gym commute allotment garden owner own
        owns bought car bike motorbike left-handed right-handed colorblind colour-blind height tall
        weigh raised shifts shift night_shift night_shifts unemployed pension
        住 住在 搬 搬到 搬家 搬去 老家 籍贯 出生 长大 工作 上班 打工 退休 失业 离职 辞职 跳槽 入职
        转行 创业 开店 做生意 当兵 退伍 结婚 离婚 离了 分手 订婚 怀孕 生了 单身 恋爱 相亲 领证 毕业
        考研 考上 考公 公务员 大学 高中 初中 小学 中专 大专 本科 硕士 博士 研究生 研一 研二 研三 大一
        大二 大三 大四 高一 高二 高三 初一 初二 初三 幼儿园 专业 学的 在读 读研 读博 留学 签证 护照
        学校 公司 单位 工厂 厂 医院 程序员 护士 司机 会计 设计师 工程师 厨师 律师 销售 产品经理 运营
        客服 快递 外卖员 保安 教书 自由职业 名字 姓 属 岁 今年 身高 体重 血型 星座 车 房子 买房 买车
        房贷 租房 租的 驾照 考试 面试 培训 上课 学习 学 练 乐队 健身 跑步 马拉松 素食 吃素 信佛 回族
        汉族 少数民族 党员 户口 定居 移民 异地 同居 借住 住校 支教 驻 调到 调去 转到 转岗 升职 班 班主任
        东北人 本地人 南方人 北方人 人氏 后 左撇子 色盲 色弱 内向 外向 i人 e人 夜班 倒班 三班倒
        摆摊 承包 种 养 养了 开了 盘 加盟 做 当 当了 干 进厂 兼职 实习""",
    "health": """allergic allergy allergies intolerant intolerance coeliac celiac diabetic diabetes
        insulin asthma asthmatic migraine migraines epilepsy epileptic cancer chemo tumor tumour
        surgery operation biopsy diagnosed diagnosis adhd autistic autism dyslexic dyslexia
        depression anxiety ptsd bipolar ocd insomnia arthritis disabled disability wheelchair deaf
        blind pacemaker warfarin antidepressants medication meds pills prescription therapy
        dementia alzheimer's parkinson's stroke hypertension blood_pressure cholesterol pregnant
        ivf miscarriage sober sobriety rehab smoking allergist knee wrist ankle hip spine chronic
        condition syndrome disease sclerosis injury injured scar implant transplant kidney thyroid
        eczema psoriasis lactose gluten anaemic anemic hearing_aid glasses contact_lenses
        过敏 糖尿病 高血压 低血压 哮喘 癌 肿瘤 化疗 手术 开刀 抑郁症 抑郁 焦虑症 双相 失眠 胃病 胃炎
        痛风 结节 甲状腺 心脏病 心脏 腰椎 颈椎 骨折 近视 弱视 散光 耳背 听力 残疾 轮椅 体检 确诊
        查出 查出来 住院 复查 复诊 吃药 药 病 偏头痛 鼻炎 湿疹 贫血 乳糖不耐 乳糖不耐受 忌口 胰岛素
        透析 支架 流产 试管 戒烟 戒酒 戒了 老花 白内障 帕金森 阿尔茨海默 老年痴呆 中风 脑梗 多囊
        自闭症 多动症 阅读障碍 起搏器 钢板 膝盖 半月板 脚踝 腰""",
    "like": """like likes liked love loves loved loving hate hates hated prefer prefers preferred
        enjoy enjoys enjoyed adore adores favorite favourite favorites favourites fave fav fan
        obsessed addicted can't_stand cant_stand cannot_stand dislike dislikes despise into
        passionate rather best_thing worst_thing tastes_like no_time_for swear_by not_a_fan
        big_on partial_to sick_of allergic_to don't_eat don't_drink doesn't_eat doesn't_drink
        can't_eat cant_eat never_eat would_rather i'd_rather i'd_take over_any all_about
        喜欢 最喜欢 爱 最爱 热爱 讨厌 不喜欢 受不了 恨 爱吃 爱喝 爱听 爱看 爱玩 不爱 偏爱 迷上 痴迷
        着迷 喜爱 钟爱 怕 最怕 害怕 不吃 不喝 不沾 不碰 不能吃 不抽 只吃 只喝 只听 只看 只用 只穿 只爱
        宁可 宁愿 更喜欢 偏好 特别烦 最烦 烦别人 反感 看不惯 无法忍受 忍不了 离不开 没兴趣 感兴趣 兴趣
        爱好 粉丝 粉 铁粉 上瘾 口味 吃不惯 喝不惯 吃不了 喝不了 嗜 馋 不习惯 习惯用 不感冒 无感
        不喜 不太喜欢 恐高 晕车 晕船 社恐 洁癖""",
    "plan": """going_to gonna planning plan plans planned booked booking reservation appointment
        scheduled schedule signed_up sign_up registered enrolled enrolling applied applying apply
        hoping aim aiming goal goals want_to wanna intend thinking_of thinking_about looking_to
        looking_into saving_up saving_for set_to due deadline i'll we'll will won't remind reminder
        flying fly_out fly meeting wedding trip holiday vacation starting start starts launching
        opening hosting dream dreams considering wish working_on preparing training_for
        doctor's_appointment interview conference
        打算 准备 计划 要去 想去 想学 想考 想买 预约 约了 约好 报名 报了 订了 订好 定了 定好 预定 预订
        买了票 机票 车票 高铁 出差 旅行 旅游 搬家 面试 签合同 签约 开会 聚餐 聚会 婚礼 结婚 目标 梦想
        争取 申请 要考 要搬 要参加 参加 将要 即将 安排 提醒 记得 截止 截止日期 到期 交稿 答辩 开学 开业
        入职 手术 拔牙 体检 住进去 去面 飞 回老家 要做 要结 考 去读 去学 要生 预产期 攒钱 攒够 存够
        提车 交房 看房 比赛""",
    "have": """have has had got i've we've own owns owned bought adopted have_got has_got got_a
        有 没有 买 买了 有个 有一 有两 有只 有条 家里有 养了 收养 领养 捡了 提了 入手 换了""",
    "event": """went took made got started began finished won joined visited met bought tried received
        found adopted attended watched wrote baked cooked painted built moved signed graduated passed
        failed lost broke sold opened launched performed played ran hiked camped traveled travelled
        flew drove learned learnt taught volunteered donated organized organised hosted celebrated
        picked discovered created recorded published submitted completed applied interviewed planted
        read finally recently went_to got_a got_to took_my went_on came_back signed_up turned
        married divorced gave_birth quit retired hired promoted beat scored ended fixed renovated
        adopting joining starting taking visiting learning writing reading training
        考上 考过 考了 拿到 拿了 拿下 去了 回了 搬到 搬了 换了 买了 卖了 开了 做了 学了 报了 见了 见到 碰到
        参加了 通过了 毕业了 入职了 离职了 辞了 辞职了 生了 养了 写了 画了 看了 读完 跑了 拍了 完成 办了
        装修 搬进 住进 住了 干了 当了 赢了 输了 丢了 摔了 坏了 修好 分手了 结婚了 离婚了 退休了 上了 去过""",
    "activity": """game games gaming video_game movie movies film films book books novel series concert
        festival tournament competition contest match race park beach museum gallery zoo camping
        hiking hike climbing fishing sailing surfing swimming skiing snowboarding cycling running
        jogging yoga pilates boxing kickboxing karate judo dance dancing dancer ballet salsa painting
        paintings drawing sketching pottery sculpture photography knitting sewing quilting crochet
        woodworking welding gardening baking cooking recipe recipes cake cookies bread pizza pasta
        soup salad chicken chocolate ice_cream coconut vegan dessert wine beer tea piano guitar
        violin cello drums flute saxophone ukulele singing choir orchestra band album song songs
        music jazz opera theater theatre play stage poetry poem blog screenplay script chess puzzle
        puzzles lego board_game cards poker soccer football basketball baseball tennis golf hockey
        rugby cricket volleyball team coach season trip road_trip travel vacation cruise flight hotel
        mountain mountains lake river forest island city town village country church temple mosque
        shelter charity fundraiser workshop conference meeting event party picnic barbecue bbq dinner
        brunch restaurant cafe store shop studio farm garden flowers roses tattoo necklace ring dress
        shoes jacket bike motorcycle car truck van house apartment library school college campus
        office lab hospital clinic camera laptop console phone novel podcast channel
        电影 书 小说 游戏 演唱会 音乐会 音乐节 比赛 展览 博物馆 公园 海边 爬山 徒步 露营 钓鱼 游泳 滑雪
        骑行 跑步 瑜伽 健身房 跳舞 舞蹈 画画 书法 摄影 拍照 陶艺 织毛衣 做饭 烘焙 烤 火锅 烧烤 面条 饺子
        蛋糕 咖啡 茶 酒 辣 甜 海鲜 羊肉 牛肉 猪肉 香菜 钢琴 吉他 小提琴 古筝 二胡 唱歌 乐队 围棋 象棋 麻将
        桌游 足球 篮球 羽毛球 乒乓球 网球 排球 球队 旅行 自驾 山 湖 海 岛 城市 村 镇 县 公益 志愿者 聚会
        饭店 餐厅 咖啡馆 店 菜 花 菜园 相机 电脑 摩托 自行车 电动车 老歌 粤语""",
    "feel": """thrilled stoked nervous scared worried anxious sad upset angry frustrated
        disappointed relieved lucky blessed grateful thankful proud pumped overwhelmed happy glad
        lonely calm relaxed amazed determined confident hopeful emotional heartwarming rewarding
        tough hard fulfilling
        开心 高兴 难过 伤心 激动 紧张 担心 焦虑 害怕 感动 幸福 孤独 郁闷 委屈 生气 期待 舒服 后悔 慌
        没底 空落落 爽""",
    "cheer": """keep_it_up way_to_go good_luck you_got_this good_for_you can't_wait let_me_know
        i'm_here_for here_for_you no_worries no_problem sounds_like looks_like sounds_great
        good_job well_done great_job nice_job keep_going keep_up hang_in_there take_care have_fun
        believe_in so_proud proud_of i'm_sure i_bet must_be must_have it's_great that's_great
        that's_awesome that's_amazing that's_so so_cool so_glad glad_you glad_to thanks_for
        thank_you you're_so you're_doing for_sure of_course i_agree totally_agree my_pleasure
        talk_to_you talk_soon see_you nice_to_hear good_to_see good_to_hear great_to_hear hope_you
        fair_enough makes_sense got_it sounds_good 说得对 就这么办 那就这样 就这样 就这么定 加油 祝 祝你 恭喜 没事的 会好的 支持你 相信你 好样的 保重 注意身体 随时 不用谢 辛苦了""",
    "past_verb": """was were had did went came got made took said saw knew thought found gave told
        felt became left kept began brought bought wrote sat stood lost met ran paid read led grew
        heard held understood let meant spent won taught caught fell drove built broke chose drew
        drank ate flew forgot froze hid hit hurt laid lent lay rode rang rose sang sank sent set
        shook shot shut slept spoke stole stuck swam threw wore woke been gone done taken seen given
        written driven flown grown known begun fought sold sought hung bit blew dug fed
        了 过 完了 到了 好了 过了 掉了""",
    "not": """not never no don't dont doesn't didn't didnt isn't aren't wasn't weren't can't cant
        cannot won't wouldn't haven't hasn't hadn't without nor neither
        不 没 没有 别 未 无 不是 没法""",
    "more": """just started finally first new together also too because
        第一次 终于 开始 第一 首次 头一回 新 一起""",
    # What does not last --------------------------------------------------------------------------
    "moment": """tired sleepy exhausted knackered shattered yawning hungry starving thirsty bored
        cold freezing sweating stuffed grumpy cranky meh ugh coffee nap asap brb gtg afk hang_on hold_on ringing we're_back i'm_back melting traffic
        lunch dinner snack battery charger wifi door stuck buffering lagging kettle minute sec
        need_a right_now just_now today morning hungover hangover headache sneezing bedtime
        monday_again long_day long_week
        困 困死 饿 饿死 累 累死 渴 无聊 烦 烦死 热死 冷死 冻死 堵车 堵 外卖 快递 电梯 打哈欠 犯困 眯
        一会 一会儿 等会 等会儿 待会 待会儿 一下 想想 琢磨 门铃 敲门 开门 信号 掉线 断线 网不好 收衣服 吃完饭 吃饱 再聊 不想动 不想上班 不想起床 马上 稍等 等等 等我 先去 先吃 刚到 到家 下班 起床 洗澡 睡 睡了 今天 现在 刚才
        网卡 卡了 没电 充电 手机 洗手间 厕所 点个 奶茶 咖啡 撑 撑死 心累 emo 摸鱼 头疼 嗓子""",
    "weather": """weather rain raining rainy sunny sunshine sun snow snowing storm stormy windy wind
        cloudy fog foggy humid drizzle heatwave forecast grim degrees
        下雨 雨 下雪 雪 太阳 出太阳 天气 刮风 大风 雾霾 闷热 降温 升温 晴 阴天 晚霞 天气预报 放晴""",
    "praise": """awesome amazing great good nice cool wonderful fantastic beautiful lovely gorgeous
        stunning incredible impressive inspiring adorable cute sweet perfect excellent brilliant
        proud congrats congratulations glad happy fun kind wow woah aww haha yay yeah yes yep sure
        totally absolutely definitely agree agreed exactly nope nah whoa oof woohoo
        well anyway gotcha yup indeed true hmm oh ah true right sounds looks
        厉害 真棒 棒 太好 不错 漂亮 好看 可爱 恭喜 赞 点赞 牛 牛逼 好样 有道理 没错 对 是啊 可以 绝了
        有意思 挺好 聪明 太强 强 逗 好玩 好笑 会聊天 不愧 点个赞 服了 佩服 优秀 6 666 知道了 了解 明白了
        没问题 可以的 行 中 好吃""",
    "vague": """thing things stuff something anything everything someone people everyone way lot lots
        time times moment moments life world feel feels feeling feelings important importance
        support supportive journey passion strength courage hope positive difference power inspire
        inspired motivated motivation motivate grateful thankful appreciate meaningful special value
        matters means mean words experience experiences challenges challenge growth community believe
        remember reminder keep know think guess reminds joy happiness peace worth
        东西 事情 事儿 感觉 觉得 知道 人生 生活 意义 重要 可能 应该 大家 别人""",
    "thanks": """thanks thank thx ty cheers appreciated welcome sorry please pls hello hi hey hiya yo
        bye goodbye night goodnight evening sunshine okay ok alright
        谢谢 多谢 感谢 谢啦 谢了 辛苦 辛苦了 不客气 抱歉 对不起 不好意思 你好 您好 嗨 哈喽 早安 晚安
        早上好 晚上好 下午好 中午好 拜拜 再见 回见 明天见 回头见 在吗 在不在 好的 好吧 行吧 嗯 嗯嗯 哦 噢
        呵呵 好嘞 收到 明白 懂了""",
    "hello": """hello hi hey hiya yo morning long_time_no_see long_time_no_talk how_are_you
        how_have_you how's_it_going 你好 您好 嗨 哈喽 早安 早上好 晚上好 下午好 中午好 在吗 好久不见""",
    # How it is said ----------------------------------------------------------------------------
    "ask": """what what's whats who who's whose whom which where where's when why how how's hows
        how'd what're wherever
        什么 啥 谁 哪 哪里 哪儿 哪个 哪种 哪些 怎么 怎么样 怎样 咋 咋办 咋样 如何 多少 几点 几个 几号
        多久 多大 多高 多远 多长 为什么 为啥 为何 干嘛 干吗 吗 是不是 会不会 能不能 要不要 有没有 行不行
        好不好 可不可以 该不该 对不对 能否 是否 难道 么""",
    "aux": """is are am was were do does did can could would will should shall may might has have
        isn't aren't don't doesn't can't won't wouldn't shouldn't any anyone anybody""",
    "order": """act act_as write rewrite make show give tell explain translate summarize summarise list find check
        help please create generate draft suggest recommend compare convert calculate describe
        define fix debug name sing read search look fetch proofread edit shorten expand simplify
        continue add remove change replace format sort count solve pick choose rank compute turn put
        use let's lets let settle go stop try brainstorm outline plan_me code implement print repeat
        ignore forget_it never_mind send_me open play set remind_me wake roast rate guess quiz teach
        write_me tell_me give_me show_me help_me
        帮 帮我 帮忙 请 麻烦 写 写个 写一 给我 翻译 翻成 推荐 讲 讲个 说说 解释 列 列出 查 查一下 查查
        告诉我 算 算一下 看看 改 改成 改短 润色 总结 概括 生成 画 画个 起个 取个 想个 编 编个 来个 来一
        来点 来首 讲讲 介绍 举 举个 对比 比较 分析 整理 检查 续写 扩写 缩写 教我 陪我 随便说 换个 再来
        说点 说个 讲点 唱个 唱首 换一个 再短 再长 短一点 长一点 短点 长点 来玩 玩个 来一局 接龙 再改 再写 再讲
        把这 把下面 把上面 接着 继续 重写 唱""",
    "can_you": """can_you could_you would_you will_you can_u could_u would_you_mind i_need_you_to
        i_want_you_to i'd_like_you_to are_you_able do_you
        你能 你可以 能帮 可以帮 能不能帮 能给 可以给 麻烦你 你帮 你给""",
    "fiction": """story poem haiku limerick script screenplay dialogue novel role_play roleplay
        role-play fanfic song_about lyrics_about sketch essay caption slogan email_from
        故事 小说 剧本 诗 首诗 对话 台词 文案 段子 作文 角色扮演 扮演 歌词 童话 情书 朋友圈""",
    "keep_mind": """remind_me don't_let_me_forget dont_let_me_forget don't_forget keep_in_mind
        make_a_note note_that for_the_record fyi just_so_you_know remember_that so_you_know
        for_future_reference by_the_way btw you_should_know
        提醒我 记得提醒 记住 记着 记一下 记下 别忘了 备注 跟你说 告诉你 跟你汇报 跟你讲 说一声 帮我记
        记得 话说 顺便说""",
    "from_now": """from_now_on in_future in_the_future going_forward from_here_on from_today
        every_time_you whenever_you next_time_you always never 以后 往后 今后 从现在起 从今以后 从今往后
        下次 每次 平时 每当""",
    "cease": """no_more stop_using stop_saying stop_calling stop_asking stop_adding don't_use dont_use
        don't_say don't_call 别老 别总 不要总 不要老 别动不动 少用 别用 别给我 别再 不要再 不要用 别说 别 不要""",
    "address": """when_you_write when_you_reply when_you_answer when_you_talk when_you_explain
        if_i_ask when_i_ask talk_to_me speak_to_me reply_in answer_in reply_to_me answer_me
        write_to_me address_me explain_things 回答我 回复我 回我 跟我说话 跟我聊天 和我说话 和我聊天
        跟我讲 对我说 我问你 我问的时候 别给我 给我讲""",
    "call_me": "call_me called_me_by address_me_as 叫我 称呼我 喊我 管我叫",
    "answering": """reply replies answer answers response responses respond tone style emoji emojis
        bullet bullets markdown jargon sentences lines paragraphs concise brief formal
        exclamation exclamations metric celsius
        回答 回复 语气 表情 表情包 列点 术语 简短 简单点 啰嗦 客套""",
    "if": """if unless provided_that 如果 要是 如果说 若 倘若 只要是 假使""",
    "unreal": """what_if imagine suppose supposing pretend let's_say lets_say hypothetically
        hypothetical in_another_life in_a_past_life parallel_universe alternate_universe if_only
        say_i say_you say_we say_somebody say_someone say_a had_i were_i if_i_were if_i_was
        if_i_had if_i_could if_i_won if_we_were if_you_were if_you_could if_you_had
        role_play roleplay role-play would_you_rather make_believe assume assuming i_wish_i
        wouldn't_it_be wouldn't_that_be picture_this in_my_next_life next_life
        假如 假设 假使 万一 倘若 想象 想象一下 设想 比方说 比如说我 下辈子 来世 来生 上辈子 角色扮演
        扮演 穿越 穿越到 要是能 要是我是 如果我是 如果你是 如果能 如果有一天 要是有一天 平行宇宙 平行世界
        中了彩票 中彩票 中了大奖 中了五百万 假装 换作 换成你 若是我 我要是能 要我是 我若""",
    "unless_for": "if_it_weren't_for if_not_for if_it_wasn't_for 要不是 若不是 要不是因为",
    "would": "would i'd we'd you'd he'd she'd they'd would've could've should've might_have 就好了",
    "laugh": "lol lmao rofl haha hahaha hehe 哈哈 哈哈哈 哈哈哈哈 笑死 笑不活 笑疯 笑喷 乐死 嘿嘿 嘻嘻",
    "joke": """jk just_kidding kidding plot_twist see_myself_out ba_dum_tss knock_knock
        dad_joke pun walks_into_a_bar walked_into_a_bar why_did_the what_do_you_call badum
        狗头 手动狗头 开玩笑 冷笑话 玩笑 段子 逗你 逗你玩 骗你的 脑筋急转弯 猜谜""",
    "marvel": """alien aliens ufo vampire vampires werewolf unicorn unicorns dragon dragons wizard
        witch zombie zombies ghost ghosts mermaid superhero immortal time_machine time_traveler
        telepathic telepathy pirate pirates ninja robot overlord raccoon pigeon pigeons trench_coat
        procrastination napping overthinking sarcasm bones caffeine spite toast gremlin goblin
        cryptid swamp couch lottery billionaire trillionaire emperor throne kingdom galaxy mars
        venus hibernate hibernation abducted immortal reincarnated teleport
        外星人 吸血鬼 僵尸 仙女 小仙女 本仙女 本宝宝 本王 本宫 本座 朕 老夫 老衲 贫道 本尊 神仙 仙人 妖精
        龙王 玉皇大帝 孙悟空 火星 月球 银河系 宇宙 超人 奥特曼 美人鱼 冬眠 修仙 渡劫 飞升 长生不老
        返老还童 霸总 首富 亿万富翁 津巴布韦 冥币 秦始皇 武则天 唐僧 阎王 财神 公主 本公主 女王 本少爷 本大爷 皇帝 皇上 太后 贵妃 结拜 成精 绑架""",
    "thing_partner": """bed couch sofa fridge pillow blanket mattress coffee netflix pizza keyboard
        laptop wifi duvet wallet 床 被窝 被子 沙发 冰箱 枕头 手机 键盘 电脑 外卖 空调 作业 工位""",
    # Titles and ailments that nobody holds in earnest, with what they are held in.
    "title": """phd degree doctorate masters master's black_belt champion championship gold_medal
        olympic medal expert professional certified licensed guru award 博士 十级 专业户 资深 国家一级
        冠军 金牌 大师 传人 学位""",
    "idle": """procrastination procrastinating napping naps overthinking sarcasm snoozing sleeping
        shopping scrolling netflix complaining laziness nothing avoiding snacking worrying mondays
        monday mornings adulting exercise people money responsibility drama
        拖延 摆烂 躺平 睡觉 摸鱼 熬夜 发呆 网购 追剧 吃瓜 赖床 钱 上班 周一 早起 工作 学习 作业 穷 贫困
        运动 减肥""",
    "media": """tweet tweets post meme novel book narrator character movie film show series song lyric
        lyrics episode podcast ad advert billboard mug t-shirt tshirt sign poster headline article
        horoscope fortune fortune_cookie quote proverb interview actor actress singer
        comedian influencer youtuber tiktok reddit thread caption slogan sticker bumper_sticker
        documentary chapter poem author villain hero protagonist trailer magazine newspaper news
        radio quiz graffiti inscription plaque speech verse
        书里 歌里 歌词 电影里 电影 电视剧 电视剧里 剧里 综艺 综艺里 小说里 小说 主角 男主 女主 台词
        微博 朋友圈 抖音 弹幕 评论区 热搜 新闻 新闻里 广告 海报 标语 横幅 段子 网上 帖子 博主 主播 明星
        歌手 演员 作者 诗人 课文 课文里 古诗 诗里 名言 谚语 俗话 老话 签 算命 星座 占卜 公众号 视频里
        采访 采访里 书上 漫画 动漫 番 相声 小品 梗 T恤 贴纸 写的 唱的""",
    "stranger": """some_guy some_woman some_man some_lady some_kid some_dude this_guy this_woman
        this_man this_lady a_guy a_woman a_man a_lady a_stranger stranger someone somebody they_say
        people_say random_guy guy_on woman_on man_on kid_in guy_in woman_in man_in guy_at woman_at
        有人 有个人 路人 隔壁桌 前面那 那男的 那女的 旁边那 一个大妈 一个大爷 一个小伙 一个女的 一个男的
        地铁上 电梯里 公交上 排队 网上 群里 大妈 大爷 听说 据说 人家说 前面的 后面的 邻座""",
    # Words that would otherwise be read as one of their parts ---------------------------------------
    "none": """因为 但是 可是 所以 但 so_much so_many as_well of_course at_least at_last in_fact guess_what check_out right_away day_to_day
        这么 那么 多么 然后 后面 所有 只有 有点 有点儿 有些 可爱 年轻 对了 牛奶 牛肉 编程 算了 车站 飞机
        列车 病毒 没什么 没啥 不怎么 学会 对面 对方 对于 下面 上面 时候 什么时候都 什么都 啥都 怎么都 哪都
        谁都 怎么也 号码 后果 年纪 半天 写字楼 讲究 问题 回家 回去 回来 叫做 道理 做梦 当然 当中 干净 干脆
        能干 说明 小说家 写作 不过 不仅 不管 不如 不但 不同 不少 不知不觉 差不多 要不 不一样 别的 特别 分别
        没事 没关系 有关 有关系 有用 有意思 有道理 无所谓 一般般 爱情 可怕 哪怕 恐怕 飞快 考虑 参考 房间 药店 病人 雨伞 雪糕 睡觉 签名
        改天 查看 画画 画家 唱歌 叫 难过 通过 不过 经过 过程 过来 过去 超过 除了 为了 得了 了解 受了 完了""",
    "particle": """啊 呀 吧 呢 嘛 啦 哦 哈 的 了 真 太 很 好 挺 还 都 就 也 再 又 给 这 那 个 一 会 能 得 着 哇 呗
        哎 诶 喔 耶 噢 咯 嘞 先 这样 那样 那就 吗 极了 死了 起来 上来 出来 下去""",
    "say": """says say said saying goes went told telling yelled shouted screamed sang sings wrote
        writes reads quoting quote quoted printed according announced claimed captioned saw mentions
        说 讲 喊 写 写着 唱 道 念 问 回 吼 叫 印着 贴着 原话 开头 那句 这句 一句 来了句 配文""",
}

# Classes whose words say nothing in particular, however rare.
_EMPTY = frozenset(
    "i we my me it you they praise vague thanks laugh feel cheer not more have number none ask aux "
    "say would if past_verb event habit past_time future_time order plan particle".split()
)
# Words too common to say anything in particular; with the classes above, all others are specific.
_COMMON = """
    a an the and or but so as at by for from in into of off on onto out over to up with about after
    before between through during against under above down than then there here this that these
    those it its it's that's there's here's he's she's let's what's who's which who whom whose be
    being been am is are was were do does did doing done can could may might must shall should would
    will very really quite pretty super much many more most some any all both each few other another
    such own same only even still yet again ever never always also too well now when while where why
    how because if unless though although until till like got get gets getting go goes going gone
    come comes coming came take takes taking took taken see sees seeing saw seen look looking looks
    looked let make makes making made want wants wanted wanting need needs needed try trying tried
    help helps helped helping helpful use uses used using put puts gotta gonna wanna one two three
    first second third last next anyway actually honestly basically literally maybe perhaps probably
    possibly bit kinda sorta able back away around along across together apart long short big huge
    little small tiny old young new best better bad worse worst hard easy tough simple simply day
    days week weeks month months year years today tonight tomorrow yesterday morning afternoon
    evening night time times moment hear heard hearing seem seems seemed talk talking talked tell
    telling told say says saying said ask asked asking answer know knows knew known knowing think
    thinks thinking thought feel feels feeling felt find finds finding found give gives giving gave
    given keep keeps keeping kept stay stays staying stayed start starts starting started stop stops
    end ends ended begin show shows showing showed share sharing shared bring brings bringing brought
    call calls called turn turns turned run work works working worked play change changes changed
    grow growing grown learn learning learned lead leads reach reaching set sets setting hold holds
    pick happen happens happened happening mean means meant believe remember forget guess hope hoping
    hoped wish love loved loves loving liked likes enjoy enjoyed enjoying glad happy sad sorry proud
    excited exciting fun funny nice good great awesome amazing wonderful fantastic incredible lovely
    beautiful gorgeous stunning cute sweet cool perfect special important real true right wrong sure
    okay fine ready busy free full whole main different similar certain possible positive negative
    strong weak deep high low early late soon later once often sometimes usually already almost
    enough nearly especially exactly totally absolutely definitely completely truly simply finally
    recently lately since ago just quickly slowly together thing things stuff something anything
    everything nothing someone anyone everyone everybody nobody people person folks guy guys man men
    woman women others self yourself myself themselves ourselves life lives living world place places
    way ways part parts lot lots kind kinds sort type idea ideas thought thoughts point reason reasons
    question questions problem problems issue issues case fact word words story stories name number
    side end top line level sense mind heart head hand hands eye eyes face body voice experience
    experiences memory memories support supporting supportive supported journey passion passionate
    strength courage power powerful energy effort efforts success successful progress growth goal
    goals dream dreams challenge challenges challenging opportunity opportunities chance difference
    impact inspiration inspire inspired inspiring inspires motivation motivate motivated motivating
    encouragement encourage encouraging encouraged determination determined dedication dedicated
    appreciate appreciated appreciation grateful thankful gratitude kindness caring care cared joy
    happiness peace peaceful comfort comforting hopeful meaningful meaning value values valuable
    worth matter matters mattered community connection connections connect connecting bond bonding
    express expressing expression creativity creative create creating created build building focus
    push pushing pushed follow following overcome overcoming struggle struggles struggling tackle
    handle manage face facing achieve achieving achieved accomplish accomplishment reminder reminds
    remind reminded reflect relax relaxing stress stressful rewarding fulfilling fulfillment
    beauty spread spreading lift step steps forward path future past present plan plans planning
    awareness understanding understand understood acceptance accept accepting accepted spirit soul
    sounds sound look photo photos picture pictures pic pics image check checking checked yeah yep
    yup nope wow woah whoa hey hello thanks thank congrats congratulations welcome luck lucky blessed
    absolutely worries doubt agree agreed advice tips suggestion suggestions share info details
    friend friends family loved ones
"""


class Meaning(NamedTuple):
    """What a word or phrase is known for."""

    classes: frozenset[str]
    past: bool
    """It tells of the past by its form."""
    specific: float
    """How much it says in particular; a lone Chinese character is half a word."""


@cache
def lexicon() -> dict[str, Meaning]:
    """The meaning of every word and phrase that is known, by its spelling."""
    found: dict[str, set[str]] = {}
    for name, words in _CLASSES.items():
        for word in words.split():
            found.setdefault(word.replace("_", " "), set()).add(name)
    for phrase, names in found.items():
        if " " in phrase and "none" not in names:  # "going to" is also "going" and "to"
            names.update(*[found.get(word, ()) for word in phrase.split(" ")])
    return {word: _meaning(word, frozenset(names)) for word, names in found.items()}


@cache
def seconds() -> dict[str, frozenset[str]]:
    """By the first word of a phrase, the words that may come second."""
    found: dict[str, set[str]] = {}
    for phrase in lexicon():
        first, _, rest = phrase.partition(" ")
        if rest:
            found.setdefault(first, set()).add(rest.partition(" ")[0])
    return {first: frozenset(rest) for first, rest in found.items()}


@cache
def longest_from() -> dict[str, int]:
    """By a Chinese character, how long the longest word is that begins with it."""
    found: dict[str, int] = {}
    for word in lexicon():
        if is_han(word):
            found[word[0]] = max(len(word), found.get(word[0], 1))
    return found


def meaning(word: str) -> Meaning:
    """The meaning of a word, in small letters, or of a phrase."""
    return lexicon().get(word) or _unknown(word)


@lru_cache(maxsize=20_000)
def _unknown(word: str) -> Meaning:
    return _meaning(word, frozenset())


def _meaning(word: str, classes: frozenset[str]) -> Meaning:
    past = "past_verb" in classes or (
        word.endswith("ed") and len(word) > 4 and "praise" not in classes
    )
    if classes & _EMPTY or word in _common_words():
        specific = 0.0
    elif is_han(word):
        specific = 1.0 if len(word) > 1 or classes else 0.5
    else:
        specific = 1.0 if len(word) > 3 else 0.0
    return Meaning(classes, past, specific)


@cache
def _common_words() -> frozenset[str]:
    return frozenset(_COMMON.split())


def is_han(word: str) -> bool:
    """Whether a word begins with a Chinese character."""
    return "\u3400" <= word[0] <= "\u9fff"
