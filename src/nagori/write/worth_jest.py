"""Word classes of what nobody means in earnest, or means for the moment only."""

from collections.abc import Mapping

JEST: Mapping[str, str] = {
    # Creatures of tales, titles in idleness, things that act like people.
    "joke": """then_i_woke_up and_then_i_woke jk just_kidding kidding plot_twist see_myself_out
        ba_dum_tss knock_knock dad_joke walks_into_a_bar walked_into_a_bar why_did_the
        what_do_you_call badum breaking_news newsflash said_no_one_ever asking_for_a_friend
        local_man
        就醒了 我就醒了 狗头 手动狗头 冷笑话 逗你玩 骗你的 脑筋急转弯 猜谜 震惊 号外 续命
        开玩笑的 开个玩笑""",
    "marvel": """alien aliens ufo vampire vampires werewolf unicorn unicorns dragon dragons
        wizard witch zombie zombies ghost ghosts mermaid superhero immortal time_machine
        time_traveler telepathic telepathy pirate pirates ninja robot overlord raccoon pigeon
        pigeons gremlin goblin cryptid billionaire trillionaire emperor batman superman spiderman
        gandalf voldemort hogwarts narnia einstein napoleon cleopatra sloth potato burrito
        houseplant
        外星人 吸血鬼 僵尸 仙女 小仙女 神仙 仙人 妖精 龙王 玉皇大帝 孙悟空 超人 奥特曼 美人鱼
        亿万富翁 秦始皇 武则天 唐僧 阎王 财神 皇帝 皇上 太后 贵妃 爱因斯坦 拿破仑 咸鱼 土豆
        柠檬精 诸葛亮 牛顿 首富 霸总""",
    "boast": """本仙女 本宝宝 本王 本宫 本座 朕 老夫 老衲 贫道 本尊 本公主 本少爷 本大爷 津巴布韦
        冥币 欢乐豆 渡劫 飞升 修仙 成精 长生不老 返老还童 富贵花""",
    "title": """phd degree doctorate masters master's black_belt champion championship gold_medal
        olympic medal expert professional certified licensed guru award fluent majored
        native_speaker
        博士 十级 专业户 资深 国家一级 冠军 金牌 大师 传人 学位""",
    "idle": """procrastination procrastinating napping naps overthinking sarcasm snoozing
        sleeping shopping scrolling netflix complaining laziness nothing avoiding snacking
        worrying mondays monday mornings adulting exercise people money responsibility drama
        caffeine coffee spite toast chaos vibes sugar pizza carbs memes anxiety wifi
        拖延 摆烂 躺平 睡觉 摸鱼 熬夜 发呆 网购 追剧 吃瓜 赖床 钱 上班 周一 早起 工作 学习 作业
        穷 贫困 运动 减肥 奶茶 咖啡 外卖 西北风""",
    "fuel": """run_on runs_on running_on powered fuelled fueled survive_on made_of consist_of
        全靠 靠""",
    "thing": """bed couch sofa fridge pillow blanket mattress
        wifi duvet wallet highway motorway alarm_clock alarm toaster printer
        microwave roomba hair hairline bank_account willpower motivation waistline machine
        checkout smoke_alarm self_checkout search_history browser_history to-do_list bank_balance
        step_counter dishwasher vacuum hoover router cursor spellcheck autocorrect algorithm
        inbox spreadsheet excel gps satnav siri alexa car's engine elevator lift vending_machine
        scale scales treadmill socks sock fork spoon toothbrush houseplant houseplants cactus
        fern succulent succulents sourdough starter leftovers lasagna avocado avocados brain
        brain's stomach liver eyelids eyebags metabolism attention_span will_to_live self-control
        savings paycheck payslip overdraft credit_card snooze snooze_button mirror doorbell
        curtains laundry laundry_pile dishes dust dust_bunny
        床 被窝 被子 沙发 冰箱 枕头 手机 键盘 电脑 外卖 空调 作业 工位 高速 地铁 闹钟 花盆 体重秤
        钱包 微波炉 打印机 头发 发际线 余额 体重 银行卡 眼皮 存款 头顶 报警器 结账机 机器
        浏览记录 烟雾报警器 电视 洗衣机 洗碗机 扫地机器人 扫地机 路由器 鼠标 打字机 导航 热水壶
        烤箱 电饭煲 镜子 椅子 袜子 裤子 牛仔裤 衣柜 拖鞋 绿萝 多肉 仙人掌 盆栽 绿植 行李箱 快递盒
        信用卡 花呗 工资卡 工资条 肚腩 脂肪 赘肉 腹肌 黑眼圈 眼袋 脑子 大脑 脑细胞 意志力 自制力
        灵魂 键帽 发票 充电器 充电宝 蚊子 蟑螂 苍蝇 鸽子 马甲线""",
    "bond": """married relationship dating engaged date divorce breakup affair committed plotting
        judging conspiring suing blackmailing mocking whispering gaslighting revenge hates_me
        judges_me left_me ran_away abandoned ghosted has_it_in_for cheers_me cheers_me_on
        arrested filed file_for restraining_order lawsuit sue sued court custody verdict
        overthrow overthrown coup mutiny revolt uprising rebellion union unionized unionised
        unionizing strike resigned resigning resign resignation held_a_meeting holding_a_meeting
        negotiating negotiate negotiations negotiation treaty ransom hostage kidnapped
        evicted personally_offended offended insulted insult laughs_at laughing_at
        laughed_at stares_at staring_at mocks sighed sighs yells_at yelling_at screams_at
        screaming_at whispered vows soulmate break_up breaking_up broke_up jealous cheating_on
        cheat_on betrayed betrayal enemy enemies nemesis feud grudge personal_vendetta vendetta
        disowned divorced retired unsubscribed knows_too_much hates_you respects obeys worship
        worships cult religion
        结婚 夫妻 恋爱 领证 约会 分手 离婚 绝交 私奔 定居 安家 落户 扎根 焊在 长在 密谋 嘲笑 报复
        造反 罢工 抛弃 嫌弃 离家出走 出走 一样 似的 有仇 鼓掌 够判 辞职 离职 退休 请假 休假 加班
        下班 抗议 篡位 谋反 起义 罢免 谈判 起诉 法院 律师函 坐牢 逮捕 绑架 勒索 赎金 出轨 背叛
        冷战 吵架 翻脸 决裂 断交 宣战 停战 投降 抗争 骂我 笑我 瞪我 瞪着我 看不起 鄙视 嫉妒
        看着我 盯着我 求我 劝我 催我 追杀 叛变 叛逃 逃跑 跑路 出逃 失踪 报警 结拜 拜把子 密谈
        恩爱 相爱 难舍难分 白头偕老 双向奔赴 单相思 暗恋 异地恋 自杀 上吊 无语 沉默 微笑 打架""",
    # What no pet is.
    "office": """elected election vote voted votes campaign mayor minister president king queen
        prince princess duke lord throne crown crowned kingdom ceo landlord boss supervisor
        lawyer attorney
        投票 选举 当选 市长 总统 总理 主席 女王 国王 主子 老板 房东 领导 经理 总裁""",
    # Too much to be true, and too good.
    "hyper": """dear_diary billion billions trillion gazillion zillion bazillion million_times
        thousand_times hundred_years thousand_years million_years thousand_percent 1000% 200%
        110% light_years eternity since_the_dawn dawn_of_time world_record guinness nobel oscar
        oscars grammy pulitzer olympic_sport olympics hall_of_fame national_treasure afterlife
        i_died i'm_dead im_dead i_am_dead deceased rip obituary haunted haunting haunts
        reincarnated reincarnation spirit_animal personality_trait my_soul my_will_to_live
        rotting decomposing evolved extinct fossil dinosaur dinosaurs prehistoric medieval fbi
        cia nasa interpol witness_protection most_wanted crime crimes felony illegal legally
        officially technically professional certified certificate_in degree_in majored_in
        minored_in expert_in specialize_in speciality olympic champion one-man show_off humble
        peasant mortal mortals minions empire world_domination destiny prophecy chosen_one
        villain_arc origin_story main_character side_quest boss_fight final_boss level_up npc
        buffering rebooting reboot crashed 404 error loading update_required factory_settings
        factory_reset firmware software hardware cpu ram windows_update tabs_open no_thoughts
        brain_cell brain_cells two_brain_cells one_brain_cell last_brain_cell
        怕不是 怀疑有人 亲爱的日记 错觉 细品 鉴定完毕 精通 废话 五体投地 当场去世 原地去世 升天
        归西 原地爆炸 爆炸 裂开 石化 出窍 社死 人没了 傻了 破防 绷不住 几百年 几千年 几万年
        一万年 八百年 五百年 一千年 三千年 一亿年 一个亿 几个亿 一百亿 百亿 光年 宇宙 银河系 地球
        全世界 全宇宙 世界和平 诺贝尔 奥斯卡 影帝 影后 吉尼斯 世界纪录 联合国 火箭 导弹 核弹
        原子弹 卫星 雷达 发射 封神 修炼 功力 段位 死机 重启 蓝屏 缓存 加载 出厂设置 退货 投胎
        转世 下凡 附体 外挂 系统 报废 保质期 待机 超长待机 内存 国宝 大熊猫 保护动物 濒危 化石
        出土 文物 古董 考古 非物质文化遗产 非遗 终身成就奖 我宣布 宣布 退出 官宣 认证 持证 国家级
        世界级 宇宙级 满级 一级 专业选手 种子选手 代言人 形象大使 大使 荣誉 祖传 世袭 继承 皇位
        登基 江湖 武林 绝学 神功 秘籍 轻功 葵花宝典 半仙 大仙 渡劫 天赋异禀 人形 行走的 会呼吸
        没有感情 无情 莫得感情 机器人 工具人 牛马 社畜 韭菜 干饭人 干饭 尾款人 打工魂 天选
        天选之子 欧皇 非酋 锦鲤 七分熟 五分熟 熟透 烤熟 蒸熟 红烧 清蒸 烤串 满汉全席 自助餐 毕生
        余生 遗产 遗言 遗嘱 讣告 坟头 棺材 骨灰 黄泉 孟婆 阎王殿 天堂 地狱""",
    "liken": """like_a like_an basically pretty_much practically essentially than_me than_i_do
        than_mine more_than_i as_if as_though kind_of_like feels_like felt_like looks_like
        the_human_equivalent human_version equivalent
        比我 比我还 比我都 都比我 比脸 就像 像个 像是 像一 好像 仿佛 似的 一样 好比 等于 相当于
        简直 堪比 宛如 如同 恨不得 差点 差点没 之间只差 只差 跟个 活像 犹如""",
    "meme": """love_language superpower toxic_trait red_flag green_flag villain_era in_my_era
        today_years_old ceo_of strong_independent i_put_the tell_me_you not_me_doing
        i_don't_always it's_giving plot_armor energy_saving simple_man here_lies adulting
        big_mood same_energy send_help send_snacks help_me_god my_emotional_support existential
        emotional_damage main_cardio my_cardio sponsored_by brought_to_you_by unpaid_intern
        lord_of_the queen_of king_of professional_at world_champion the_audacity identify_as
        diagnosed_with_a diet_starts new_year_new_me note_to_self reasons_why emo了
        my_spirit_animal step_counter on_brand character_development lore my_lore plot_line
        free_trial
        已死 有事烧纸 掐指一算 别问 问就是 上帝给我 人生就像 人生如 画的饼 画饼 撑成 出家 想静静
        开派对 主打一个 主打 突出一个 一整个 狠狠 拿捏 内卷 卷王 摆烂 破大防 摸鱼大师 奴才 臣妾
        不是胖 不是懒 不是穷 有所保留 省电 余额不足 荷包 钱途""",
    "chat": """talk_soon talk_later talk_tomorrow ttyl talk_to_you_soon talk_to_you_later
        speak_soon catch_you_later 再聊 回聊 下次聊 改天聊
        blue_screen loading_failed get_it don't_get_it didn't_get_it i'm_lost im_lost
        confused start_over go_back try_again tried_that try_that trying_that let_me_think
        i_asked_for i_asked_you i_wanted_the i_said i_told_you i_figured i_pasted pasted_it
        copied_it typing_with i'm_typing need_help i_need_help help_with_question i'm_ready
        im_ready ask_me misread misread_it still_up so_done done_with_today late_reply what_a_day
        took_me_ages for_the_late gonna_grab going_to_grab let_me_grab be_right this_has
        let_me_see let_me_try let_me_check where_were_we hold_that_thought got_me there_you_go
        never_mind nvm my_bad oops whoops typo still_broken still_not same_error error glitch
        null exception null_pointer stack_trace line_14 the_same_thing sending_it copy_paste
        start_again one_more_time once_more say_that_again come_again wrong_window wrong_chat
        wrong_one give_me_a_sec one_sec be_right_back i'm_back im_back had_to_get where_was_i
        as_i_was_saying i_see i_understand i_know_right
        加载失败 蓝屏了 懵 有点懵 没懂 没看懂 没听懂 试一下 试试看 试过了 再讲 再说一遍 重来
        我回来 回来啦 回来了 我来了 倒杯水 倒水 存盘 报错 卡住 卡住了 没注意 没注意看 我在呢 你说
        没发出去 发出去 泡个面 泡面 收衣服 接着聊 回来聊 不想说话 我先去 我先 跑不起来 点错 发错
        打错 手滑 手抖 我去看看 我看看 我瞧瞧 我想想 我试试 我去试 等下 等一下 稍等 先这样
        就用这个 不是这种 不对不对 我要的 我问的 我说的 你说的 你刚才 刚才说 你刚 刚说到 说到哪
        接着说 继续说 好吵 吵死 又忘了 又来了 又双叒""",
    "made": """recipe recipes idea ideas rhyme rhymes word words synonym synonyms list title
        titles caption captions template email letter message poem sentence paragraph summary
        translation formula function script query regex code snippet outline essay slogan joke
        riddle tip tips suggestion suggestions recommendation recommendations names name example
        examples workout playlist itinerary checklist spreadsheet chart table diagram logo
        信 辞职信 求职信 情书 步骤 计划 方案 模板 名字 建议 推荐 菜谱 食谱 文案 句子 例子 清单
        思路 办法 教程 攻略 标题 题目 提纲 大纲 范文 作文 诗 笑话 谜语 代码 脚本 公式 表格""",
    "sarcasm": """living_the_dream just_love just_what_i_needed exactly_what_i_needed lucky_me
        yay_me go_me congratulations_to_me congrats_to_me proud_owner thanks_for_nothing oh_joy
        how_delightful what_a_treat what_a_joy truly my_favourite_part my_favorite_part
        nothing_says because_of_course of_course_it of_course_the wow_thanks great_thanks
        love_that_for_me love_it_when love_when said_nobody really_speaks_to_me lifestyle
        sure_jan thrilling riveting who_needs speaks_volumes living_my_best_life five_stars
        5_stars zero_stars 10/10 no_notes would_recommend would_not_recommend
        真是谢谢 谢谢老板 我谢谢 可真行 可太行了 可太 可真会 真会挑 真有你的 不愧是我 不愧是
        好一个 了不起 恭喜我 感谢老板 太感人 太贴心 贴心 福气 福报 惊喜不惊喜 意不意外 呵呵 真香
        我可谢谢 您可真 你可真 真是太 也是没谁了 没谁了 谁还不是 人间清醒""",
    # Who is made up; what only wishes give.
    "role": """main_character lead_character protagonist narrator villain hero heroine antagonist
        love_interest the_detective the_lead his_character her_character character_sheet
        backstory
        男主 女主 主角 主人公 男主角 女主角 男一号 女一号 反派 男二 女二 主演 人设 设定""",
    "magic": """spaceship lottery time_machine superpower superpowers super_power invisible
        invisibility teleport teleportation genie magic_wand magic three_wishes read_minds
        mind_reading telepathy immortal fairy wizard desert_island deserted_island
        zombie_apocalypse apocalypse end_of_the_world dinosaur dinosaurs moon mars
        talk_to_animals time_travel a_million_dollars a_million_pounds a_billion
        飞船 时光机 超能力 隐身 瞬移 读心术 任意门 魔法 魔法棒 阿拉丁 神灯 彩票 大奖 五百万
        一个亿 世界末日 末日 荒岛 穿越 时光倒流 倒流 长生不老 长生不死 恐龙 分身 分身术 哆啦a梦
        月光宝盒 后悔药 飞天 变身 会飞 会说话 会魔法 变成 月球 火星 海底 外星人 重生 重来""",
    # The text that is being worked on, and the answer to it.
    "draft": """the_opening the_ending the_tone the_wording the_title the_intro the_conclusion
        the_first_one the_second_one the_third_one the_last_one the_other_one this_one that_one
        the_first_version the_second_version this_version that_version the_first_paragraph
        the_second_paragraph that_paragraph this_paragraph last_paragraph the_first_line
        the_last_line opening_line closing_line the_first_option the_second_option option_a
        option_b option_1 option_2 that_sentence this_sentence the_draft this_draft that_draft
        your_answer your_answers your_reply your_response your_last your_first your_suggestion
        your_explanation your_version your_example i_meant what_i_meant what_i_was_after
        what_i_wanted what_i_asked what_i_need what_i_needed not_quite getting_closer closer_now
        almost_there works_better reads_better sounds_better flows_better better_than_the
        much_better looks_good reads_well that_works that_worked this_works doesn't_work
        still_not punchier snappier wordy clunky too_long too_short too_formal the_bit_about
        the_part_about the_list the_table the_code
        第一段 第二段 第三段 第四段 这段 那段 上一段 下一段 最后一段 结尾 开头 标题 这句 那句
        上一句 这句话 那句话 这版 那版 上一版 上个版本 这个版本 那个版本 第一版 第二版 措辞
        你的回答 你的答案 方案 第一个 第二个 第三个 最后一个 前一个 后一个 前面那个 刚才那个
        另一个 另外一个 我的意思 我是说 我说的是 不是这个 这个可以 这个不错 改得 写得 太官方
        太正式 太长 太短 有点拖 通顺""",
}
